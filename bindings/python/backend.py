# SPDX-License-Identifier: MIT
"""Builds the Python package (PEP 517) with nothing but Python and CMake: no setuptools, no wheel, no index.

The wheel holds libsternhalma and no Python extension, so it is py3-none-<platform>: one wheel for every
Python 3. $STERNHALMA_LIBRARY names a library that is already built; otherwise CMake compiles one, with as
many compilers as there are CPUs. The same sources and library give the same bytes: files are sorted,
their modes fixed, and their date is $SOURCE_DATE_EPOCH (1 January 1980 without it).
"""

import base64
import gzip
import hashlib
import io
import os
import re
import shutil
import subprocess
import sysconfig
import tarfile
import time
import zipfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
SONAME = "libsternhalma.so.0"
PACKAGE = "bindings/python/sternhalma"
# What the sdist holds: all that CMake needs to build the library, and the package.
SOURCES = ["CMakeLists.txt", "LICENSE", "README.md", "pyproject.toml", "bindings/python", "cmake", "include", "src"]
EARLIEST = 315532800  # zip knows no date before 1980

METADATA = """\
Metadata-Version: 2.1
Name: libsternhalma
Version: {version}
Summary: Chinese Checkers: rules, exact values from tablebases, environments for learning
License: MIT
Requires-Python: >=3.9
Provides-Extra: arrays
Requires-Dist: numpy; extra == 'arrays'
Provides-Extra: pettingzoo
Requires-Dist: numpy; extra == 'pettingzoo'
Requires-Dist: gymnasium; extra == 'pettingzoo'
Requires-Dist: pettingzoo; extra == 'pettingzoo'
Classifier: License :: OSI Approved :: MIT License
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: C
Classifier: Programming Language :: Python :: 3
Classifier: Topic :: Games/Entertainment :: Board Games
Classifier: Topic :: Scientific/Engineering :: Artificial Intelligence
Classifier: Typing :: Typed
Description-Content-Type: text/markdown

{description}"""


def read(*names):
    with open(os.path.join(ROOT, *names), "rb") as file:
        return file.read()


def version():
    return re.search(rb"project\(sternhalma VERSION ([0-9.]+)", read("CMakeLists.txt"))[1].decode()


def name():
    return f"libsternhalma-{version()}"


def metadata():
    description = read("bindings/python/README.md").decode()
    return METADATA.format(version=version(), description=description).encode()


def tag():
    return "py3-none-" + re.sub(r"[-.]", "_", sysconfig.get_platform())


def wheel_tag_file():
    return f"Wheel-Version: 1.0\nGenerator: sternhalma\nRoot-Is-Purelib: false\nTag: {tag()}\n".encode()


def date():
    return max(EARLIEST, int(os.environ.get("SOURCE_DATE_EPOCH", EARLIEST)))


def files(*tops):
    """The files below these files and folders, by name, without what Python and editors leave behind."""
    for top in tops:
        if os.path.isfile(os.path.join(ROOT, top)):
            yield top
        for folder, folders, names in os.walk(os.path.join(ROOT, top)):
            folders[:] = sorted(f for f in folders if f != "__pycache__")
            for file in sorted(names):
                if not file.endswith((".pyc", "~", ".swp")):
                    yield os.path.relpath(os.path.join(folder, file), ROOT)


def compile_library():
    """Compiles the library into build/python and returns its path."""
    folder = os.path.join(ROOT, "build", "python")
    try:  # a folder that came with a copy of the tree would compile the tree it came from
        home = re.search(r"^CMAKE_HOME_DIRECTORY:\w+=(.*)$", read(folder, "CMakeCache.txt").decode(), re.M)
        if home and os.path.realpath(home[1]) != os.path.realpath(ROOT):
            shutil.rmtree(folder)
    except FileNotFoundError:
        pass
    if not shutil.which("cmake"):
        raise SystemExit("cmake is missing: run `make` once, which installs it, or install the packages it names")
    compilers = len(os.sched_getaffinity(0))
    print(f"compiling libsternhalma with {compilers} compilers: one to three minutes of two CPUs", flush=True)
    configure = ["cmake", "-S", ROOT, "-B", folder, "-DCMAKE_BUILD_TYPE=Release", "-DSH_LIBRARY_ONLY=ON"]
    if shutil.which("ninja") and not os.path.exists(os.path.join(folder, "CMakeCache.txt")):
        configure += ["-G", "Ninja"]
    # Paths of this machine do not get into the library: the same sources give the same bytes.
    subprocess.check_call(configure + [f"-DCMAKE_C_FLAGS=-ffile-prefix-map={ROOT}=."])
    subprocess.check_call(["cmake", "--build", folder, "--target", "sh_shared", "--parallel", str(compilers)])
    return os.path.join(folder, SONAME)


def get_requires_for_build_wheel(config_settings=None):
    return []


def get_requires_for_build_sdist(config_settings=None):
    return []


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    folder = f"{name()}.dist-info"
    os.makedirs(os.path.join(metadata_directory, folder))
    for file, text in (("METADATA", metadata()), ("WHEEL", wheel_tag_file())):
        with open(os.path.join(metadata_directory, folder, file), "wb") as out:
            out.write(text)
    return folder


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    library = os.environ.get("STERNHALMA_LIBRARY") or compile_library()
    contents = {f"sternhalma/{os.path.relpath(file, PACKAGE)}": read(file) for file in files(PACKAGE)}
    contents[f"sternhalma/{SONAME}"] = read(os.path.realpath(library))
    info = f"{name()}.dist-info"
    contents[f"{info}/LICENSE"] = read("LICENSE")
    contents[f"{info}/METADATA"] = metadata()
    contents[f"{info}/WHEEL"] = wheel_tag_file()
    record = ""
    for file, data in contents.items():
        sum256 = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{file},sha256={sum256},{len(data)}\n"
    contents[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    wheel = f"{name()}-{tag()}.whl"
    with zipfile.ZipFile(os.path.join(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED) as archive:
        for file, data in contents.items():
            entry = zipfile.ZipInfo(file, time.gmtime(date())[:6])
            entry.external_attr = 0o100644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return wheel


def build_sdist(sdist_directory, config_settings=None):
    contents = [(file, read(file)) for file in files(*SOURCES)]
    contents.append(("PKG-INFO", metadata()))
    archived = io.BytesIO()
    with tarfile.open(fileobj=archived, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for file, data in contents:
            entry = tarfile.TarInfo(f"{name()}/{file}")
            entry.size, entry.mtime = len(data), date()
            entry.mode = 0o755 if os.access(os.path.join(ROOT, file), os.X_OK) else 0o644
            archive.addfile(entry, io.BytesIO(data))
    sdist = f"{name()}.tar.gz"
    with open(os.path.join(sdist_directory, sdist), "wb") as file:
        with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=date()) as packed:
            packed.write(archived.getvalue())
    return sdist
