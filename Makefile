# SPDX-License-Identifier: MIT
# A thin front for CMake. `make run` and `make test` do everything on a fresh Debian machine: as root
# they install packages, unless PACKAGES=no. PAGE=no builds without the explorer's page, and so without
# Node and npm. `tools/build.sh release` builds and installs nothing.
# CC=gcc builds with gcc (clang otherwise). `make run` serves at PORT=8080, to other machines with
# HOST=0.0.0.0, and solves for them, too, with JOBS=1. TABLES=DIR are for `make site`, MINUTES=5 and
# SEED=1 for `make soak`.
ifneq ($(origin CC),default)
export CC
endif
export PREFIX ?= /usr/local
export PORT
# Only from the command line: some shells and scripts have variables of these names.
ifeq ($(origin HOST),command line)
export STERNHALMA_HOST = $(HOST)
endif
ifeq ($(origin JOBS),command line)
export STERNHALMA_JOBS = $(JOBS)
endif
ifeq ($(origin PACKAGES),command line)
export STERNHALMA_PACKAGES = $(PACKAGES)
endif
ifeq ($(origin PAGE),command line)
export STERNHALMA_PAGE = $(PAGE)
endif

.PHONY: all run site test test-gcc test-long test-gpu test-fresh test-deb soak bench lint format install \
    dist deb release table-sums clean

all:
	@tools/setup.sh build
	@tools/build.sh release

run:
	@tools/setup.sh build
	@tools/build.sh release sternhalma
	@tools/run.sh

site:
	@tools/setup.sh build site
	@tools/build.sh release sternhalma
	@tools/site.sh build/site $(TABLES)

test:
	@tools/setup.sh test
	@tools/build.sh release
	@tools/test.sh

test-gcc:
	@tools/setup.sh test gcc
	@tools/test.sh gcc

test-long:
	@tools/setup.sh test
	@tools/build.sh release
	@tools/test.sh long

test-gpu: all
	@tools/test_gpu.sh build same resume memory runs race 6x6/6

test-fresh:
	@tools/test_fresh.sh

test-deb:
	@tools/test_deb.sh

soak:
	@tools/setup.sh test
	@tools/build.sh release
	@python3 tests/soak/soak.py build/sternhalma --minutes $(or $(MINUTES),60) \
	    $(if $(SEED),--seed $(SEED))

bench: all
	@build/sternhalma bench all

lint:
	@tools/setup.sh test lint
	@tools/build.sh release
	@tools/lint.sh

format:
	@git ls-files '*.c' '*.h' | xargs clang-format -i

install: all
	@cmake --install build

dist: all
	@tools/dist.sh build/release

deb: dist
	@tools/setup.sh package
	@tools/deb.sh build/release/sternhalma-*.tar.gz build/release

release: all
	@tools/setup.sh package
	@tools/release.sh build/release

table-sums: all
	@tools/table_sums.sh

clean:
	rm -rf build
