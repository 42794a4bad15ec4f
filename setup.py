# SPDX-License-Identifier: MIT
"""What pyproject.toml cannot say: the version is CMake's, and the library is built into the package.

The wheel holds libsternhalma and no Python extension, so it is py3-none-<platform>: one wheel for every
Python 3. $STERNHALMA_LIBRARY names a library that is already built; otherwise CMake builds one.
"""

import os
import re
import shutil
import subprocess

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py
from wheel.bdist_wheel import bdist_wheel

ROOT = os.path.dirname(os.path.abspath(__file__))
FOLDER = "build/python"
SONAME = "libsternhalma.so.0"


def version():
    with open(os.path.join(ROOT, "CMakeLists.txt"), encoding="utf-8") as file:
        return re.search(r"project\(sternhalma VERSION ([0-9.]+)", file.read())[1]


def built_library():
    """The path of the library, which CMake builds where none is given."""
    given = os.environ.get("STERNHALMA_LIBRARY")
    if given:
        return given
    folder = os.path.join(ROOT, FOLDER, "library")
    # Paths of this machine do not get into the library: the same sources give the same bytes.
    flags = f"-ffile-prefix-map={ROOT}=."
    subprocess.check_call(
        ["cmake", "-S", ROOT, "-B", folder, "-DCMAKE_BUILD_TYPE=Release", "-DSH_LIBRARY_ONLY=ON",
         f"-DCMAKE_C_FLAGS={flags}"]
    )
    subprocess.check_call(["cmake", "--build", folder, "--target", "sh_shared", "--parallel"])
    return os.path.join(folder, SONAME)


class BuildWithLibrary(build_py):
    def run(self):
        super().run()
        target = os.path.join(self.build_lib, "sternhalma", SONAME)
        shutil.copyfile(os.path.realpath(built_library()), target)
        os.chmod(target, 0o644)


class PlatformWheel(bdist_wheel):
    def finalize_options(self):
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


class WithLibrary(Distribution):
    def has_ext_modules(self):
        return True


os.makedirs(os.path.join(ROOT, FOLDER), exist_ok=True)
setup(
    version=version(),
    distclass=WithLibrary,
    cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": PlatformWheel},
    options={"build": {"build_base": FOLDER}, "egg_info": {"egg_base": FOLDER}},
)
