"""Runs the Conan recipe with stand-ins for Conan's classes, which do the same with plain CMake."""

import fnmatch
import importlib.util
import pathlib
import shutil
import subprocess
import sys
import tempfile
import types
import unittest

SOURCE, COMPILER, VERSION = sys.argv[1:]
RECIPES = pathlib.Path(SOURCE, "packaging/conan")


class Properties(types.SimpleNamespace):
    def set_property(self, name, value):
        setattr(self, name, value)


class Components(dict):
    def __missing__(self, name):
        return self.setdefault(name, Properties(requires=[]))


class ConanFile:
    def __init__(self, work):
        self.settings = types.SimpleNamespace(os="Linux")
        self.export_sources_folder = str(work / "source")
        self.build_folder = str(work / "build")
        self.package_folder = str(work / "package")
        self.cpp_info = Properties(components=Components())
        self.variables = {}


class CMakeToolchain:
    def __init__(self, recipe):
        self.cache_variables = recipe.variables

    def generate(self):
        pass


class CMake:
    def __init__(self, recipe):
        self._recipe = recipe

    def configure(self):
        recipe = self._recipe
        variables = [f"-D{name}={value}" for name, value in recipe.variables.items()]
        subprocess.run(["cmake", "-S", recipe.export_sources_folder, "-B", recipe.build_folder, "-G", "Ninja",
                        f"-DCMAKE_CXX_COMPILER={COMPILER}", f"-DCMAKE_INSTALL_PREFIX={recipe.package_folder}",
                        *variables], check=True, stdout=subprocess.DEVNULL)

    def install(self):
        subprocess.run(["cmake", "--install", self._recipe.build_folder], check=True, stdout=subprocess.DEVNULL)


def copy(_recipe, pattern, source, target):
    for path in pathlib.Path(source).rglob("*") if "/" in pattern else [pathlib.Path(source, pattern)]:
        name = str(path.relative_to(source))
        if path.is_file() and fnmatch.fnmatch(name, pattern):
            pathlib.Path(target, name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, pathlib.Path(target, name))


def stand_in(name, **members):
    module = types.ModuleType(name)
    module.__dict__.update(members)
    sys.modules[name] = module


def load(path):
    spec = importlib.util.spec_from_file_location("recipe", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Recipe(unittest.TestCase):
    def setUp(self):
        stand_in("conan", ConanFile=ConanFile)
        stand_in("conan.tools")
        stand_in("conan.tools.build", check_min_cppstd=self.require_standard, can_run=lambda _: True)
        stand_in("conan.tools.cmake", CMake=CMake, CMakeToolchain=CMakeToolchain, cmake_layout=lambda _: None)
        stand_in("conan.tools.files", copy=copy)
        self.required_standard = None

    def require_standard(self, _recipe, standard):
        self.required_standard = standard

    def test_package_from_the_exported_sources(self):
        with tempfile.TemporaryDirectory() as work:
            recipe = load(RECIPES / "conanfile.py").Cqs(pathlib.Path(work))
            recipe.set_version()
            self.assertEqual(recipe.version, VERSION)
            recipe.validate()
            self.assertEqual(self.required_standard, 20)
            recipe.export_sources()
            recipe.layout()
            recipe.generate()
            recipe.package()
            for name in ("include/cqs/mutex.h", "include/cqs/wound_wait.h", "share/doc/libcqs-dev/copyright"):
                self.assertTrue(pathlib.Path(recipe.package_folder, name).is_file(), name)
            recipe.package_info()
            targets = {component.cmake_target_name for component in recipe.cpp_info.components.values()}
            self.assertEqual(targets, {"cqs::cqs", "cqs::components"})

    def test_recipe_of_the_test_package_loads(self):
        module = load(RECIPES / "test_package/conanfile.py")
        self.assertTrue(issubclass(module.CqsTest, ConanFile))


unittest.main(argv=sys.argv[:1])
