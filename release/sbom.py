"""Write what a package contains as CycloneDX: ``python release/sbom.py FOLDER OUT``.

FOLDER is what PyInstaller has made. The file in OUT names each library with its version, licence
and the hashes that it is locked to, and each file of the folder with its own. It is refused where
another version is installed than the locked one.
"""

from __future__ import annotations

import hashlib
import platform
import sys
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

from cyclonedx.contrib.hash.factories import HashTypeFactory
from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import ExternalReference, ExternalReferenceType, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from licences import LIBRARIES, distributions, library_key, licence_of
from locked import LOCK, read
from notes import version
from packageurl import PackageURL
from packaging.utils import canonicalize_name

_licence = LicenseFactory().make_from_string
_hash = HashTypeFactory().from_composite_str


def libraries() -> Iterator[Component]:
    """Yield Python, its libraries and what starts them; SystemExit for one that is not locked."""
    licence = _licence("PSF-2.0")
    yield Component(name="Python", version=platform.python_version(), licenses=[licence])
    locked = read(LOCK.read_text("utf-8"))
    for name, package in {**distributions(), "pyinstaller": distribution("pyinstaller")}.items():
        known = locked.get(canonicalize_name(name))
        if known is None or known.version != package.version:
            raise SystemExit(f"{name} {package.version} is not locked: bash release/install")
        address = PackageURL("pypi", name=canonicalize_name(name), version=package.version)
        files = ExternalReference(
            type=ExternalReferenceType.DISTRIBUTION,
            url=XsUri(str(address)),
            comment="one of the files with these hashes",
            hashes=map(_hash, known.hashes),
        )
        licence = _licence(licence_of(package).replace("see below", "see assets/licences.txt"))
        yield Component(
            name=name,
            version=package.version,
            licenses=[licence],
            purl=address,
            bom_ref=str(address),
            external_references=[files],
        )


def files(folder: Path) -> Iterator[Component]:
    """Yield every file of a folder; libraries that need no Python with their licence."""
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        key = library_key(path.name)
        name, licence, by = LIBRARIES[key] if key else ("", "", "")
        place = path.relative_to(folder).as_posix()
        yield Component(
            name=place,
            type=ComponentType.FILE,
            description=f"{name}, {by}" if key else None,
            licenses=[_licence(licence)] if key else None,
            hashes=[_hash(f"sha256:{_sha256(path)}")],
            bom_ref=f"file:{place}",
        )


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def bill(folder: Path) -> str:
    """Return what a folder contains as text; ValueError if it is not as CycloneDX asks."""
    program = Component(
        name="KalahGUI",
        type=ComponentType.APPLICATION,
        version=version(),
        licenses=[_licence("MIT")],
        bom_ref="kalahgui",
    )
    bom = Bom(components=[*libraries(), *files(folder)])
    bom.metadata.component = program
    tool = "cyclonedx-python-lib"
    bom.metadata.tools.components.add(Component(name=tool, version=distribution(tool).version))
    bom.register_dependency(program, bom.components)
    text = JsonV1Dot6(bom).output_as_string(indent=1)
    wrong = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if wrong:
        raise ValueError(wrong)
    return text


def main(folder: Path, out: Path) -> None:
    """Write the file, named after the system that the package is for."""
    system = f"{platform.system()}-{platform.machine()}".lower()
    target = out / f"KalahGUI-{version()}-{system}.cdx.json"
    target.write_text(bill(folder) + "\n", "utf-8", newline="\n")
    print(target)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
