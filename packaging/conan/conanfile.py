"""The Conan 2 recipe of the library: `conan create packaging/conan`."""

import pathlib
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy

SOURCE = pathlib.Path(__file__).resolve().parents[2]
EXPORTED = ["CMakeLists.txt", "LICENSE", "cmake/*", "packaging/*", "primitives/*", "components/*"]


class Cqs(ConanFile):
    name = "cqs"
    package_type = "header-library"
    description = "Fair, abortable synchronization for C++20"
    license = "Apache-2.0"
    topics = ("synchronization", "mutex", "semaphore", "coroutines", "header-only")
    settings = "os", "arch", "compiler", "build_type"
    no_copy_source = True

    def set_version(self):
        """The version is in cqs/version.h, and nowhere else."""
        text = (SOURCE / "primitives/cqs/version.h").read_text(encoding="utf-8")
        numbers = [re.search(rf"^#define CQS_VERSION_{part} (\d+)$", text, re.M).group(1)
                   for part in ("MAJOR", "MINOR", "PATCH")]
        self.version = ".".join(numbers)

    def export_sources(self):
        for pattern in EXPORTED:
            copy(self, pattern, str(SOURCE), self.export_sources_folder)

    def validate(self):
        check_min_cppstd(self, 20)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["CQS_BUILD_SUITE"] = False
        toolchain.generate()

    def package(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.install()

    def package_id(self):
        self.info.clear()

    def package_info(self):
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []
        self.cpp_info.set_property("cmake_file_name", "cqs")
        self.cpp_info.components["cqs"].set_property("cmake_target_name", "cqs::cqs")
        self.cpp_info.components["components"].set_property("cmake_target_name", "cqs::components")
        self.cpp_info.components["components"].requires = ["cqs"]
        if self.settings.os == "Linux":
            self.cpp_info.components["cqs"].system_libs = ["pthread"]
