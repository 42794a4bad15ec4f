# SPDX-License-Identifier: MIT
# A thin front for CMake. `make run` and `make test` do everything on a fresh Debian machine.
CC := $(if $(filter default,$(origin CC)),$(shell command -v clang || echo cc),$(CC))
export CC
PREFIX ?= /usr/local

.PHONY: all setup run test test-long test-gpu bench lint format install clean

all: setup
	@cmake --preset release -DCMAKE_INSTALL_PREFIX=$(PREFIX) >build/configure.log 2>&1 || { cat build/configure.log; exit 1; }
	@cmake --build build

setup:
	@mkdir -p build
	@tools/setup.sh

run: all
	@tools/run.sh

test: all
	@tools/test.sh

test-long: all
	@tools/test.sh long

test-gpu: all
	@tools/test_gpu.sh build same resume memory runs race 6x6/6

bench: all
	@build/sternhalma bench all

lint: all
	@tools/lint.sh

format:
	@git ls-files '*.c' '*.h' | xargs clang-format -i

install: all
	@cmake --install build

clean:
	rm -rf build
