"""Compile the core with Cython where a C compiler is; carry on without where none is.

``KALAHGUI_PURE=1`` skips the compilation, ``KALAHGUI_REQUIRE_C=1`` makes its failure an error.
"""

import importlib.util
import multiprocessing
import os
import platform
import shutil
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent
CORE = HERE / "kalahgui" / "core"
GENERATED = HERE / "build" / "cython"


def load_build_digest():
    """Load core/build_digest.py by its path: the package itself need not import here."""
    spec = importlib.util.spec_from_file_location("build_digest", CORE / "build_digest.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


build_digest = load_build_digest()
REQUIRED = os.environ.get("KALAHGUI_REQUIRE_C", "") not in ("", "0")


def remove_builds(folder, module):
    """Remove a module's extensions, also those of other Pythons: they share one digest."""
    for suffix in (".so", ".pyd"):
        for path in folder.glob(f"{module}.*{suffix}"):
            path.unlink()
        (folder / (module + suffix)).unlink(missing_ok=True)


def extensions():
    """Return the extensions to build; each may fail unless the compiled core is required."""
    if os.environ.get("KALAHGUI_PURE", "") not in ("", "0"):
        return []
    # Warnings of C that nobody wrote take time and tell nothing.
    flags = ["-O3", "-g0", "-w"] if os.name == "posix" else []
    if sys.platform == "linux" and platform.machine() == "x86_64":
        flags.append("-mpopcnt")  # every such processor since 2008 counts bits by itself
    return [
        Extension(
            f"kalahgui.core.{module}",
            # Cython makes the shared module from nothing and names it by the C that it makes.
            [f"kalahgui/core/{module}{'.c' if module == build_digest.SHARED_MODULE else '.py'}"],
            extra_compile_args=flags,
            optional=not REQUIRED,
        )
        for module in build_digest.EXTENSION_MODULES
    ]


def translators():
    """Return how many processes translate at once; 0 where each would have to run this file."""
    if sys.platform != "linux":
        return 0
    multiprocessing.set_start_method("fork", force=True)
    return os.cpu_count() or 0


def translate(extensions):
    """Have Cython make the C of each extension."""
    from Cython import __version__
    from Cython.Build import cythonize

    # cythonize looks at the times of the sources alone, and these may lie: what is recorded beside
    # the C that it made tells whether it must make all of it again.
    record = GENERATED / build_digest.DIGEST_FILE
    present = build_digest.build_record(CORE, __version__)
    known = record.read_text("ascii") if record.exists() else ""
    record.unlink(missing_ok=True)
    translations = cythonize(
        [Extension(extension.name, extension.sources) for extension in extensions],
        nthreads=translators(),
        build_dir=str(GENERATED.relative_to(HERE)),
        compiler_directives=build_digest.DIRECTIVES,
        force=known != present,
        quiet=True,
        shared_utility_qualified_name=f"kalahgui.core.{build_digest.SHARED_MODULE}",
        show_all_warnings=False,
    )
    GENERATED.mkdir(parents=True, exist_ok=True)
    record.write_text(present, "ascii")
    for extension, translated in zip(extensions, translations, strict=True):
        extension.sources, extension.depends = translated.sources, translated.depends


class BuildCore(build_ext):
    """Build all of core or nothing, and leave the digest that says for which sources."""

    def initialize_options(self):
        super().initialize_options()
        self.parallel = os.cpu_count()

    def run(self):
        places = self._places()
        for path in places.values():
            remove_builds(path.parent, path.name.partition(".")[0])
        if self.extensions:
            translate(self.extensions)
            # The largest come first, so that all processors end at about the same time.
            self.extensions.sort(key=lambda extension: -Path(extension.sources[0]).stat().st_size)
        super().run()
        records = {path.parent / build_digest.DIGEST_FILE for path in places.values()}
        whole = bool(places) and all(path.exists() for path in places.values())
        for record in records:
            if whole:
                shutil.copyfile(GENERATED / build_digest.DIGEST_FILE, record)
            else:
                record.unlink(missing_ok=True)
        if self.extensions and not whole:
            self.announce("The core could not be compiled: it will run interpreted.", level=3)

    def _places(self):
        """Return where each extension is expected, in the tree or in the build folder."""
        return {
            extension.name: Path(self.get_ext_fullpath(extension.name)).resolve()
            for extension in self.extensions
        }


class BuildWithAssets(build_py):
    """Put a copy of the assets into a wheel; a checkout uses the folder itself."""

    def run(self):
        super().run()
        if not self.editable_mode:
            target = Path(self.build_lib) / "kalahgui" / "_assets"
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(HERE / "assets", target, ignore=shutil.ignore_patterns("*.py", "__*"))


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildCore, "build_py": BuildWithAssets})
