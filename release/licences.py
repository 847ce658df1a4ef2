"""List the licences of all that a package brings: ``python release/licences.py``.

It writes ``assets/licences.txt`` from what is installed, for every package and the About card.
``build.spec`` asks it whether each library that lies in a package is in that list.
"""

from __future__ import annotations

import re
import sys
import sysconfig
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
LISTED = ROOT / "assets" / "licences.txt"
RULE = "=" * 78

# Shared libraries by the beginnings of their names: what they are, their licence, who wrote them.
# Those with "python" and "gcc" come with the interpreter, the others with pygame-ce.
LIBRARIES = {
    "SDL2": ("SDL, SDL_image, SDL_mixer, SDL_ttf", "zlib", "Sam Lantinga and others, libsdl.org"),
    "FLAC": ("FLAC", "BSD-3-Clause", "Josh Coalson, Xiph.Org Foundation, xiph.org"),
    "brotli": ("Brotli", "MIT", "the Brotli Authors, github.com/google/brotli"),
    "bz2": ("bzip2", "bzip2-1.0.6", "Julian Seward, sourceware.org/bzip2"),
    "expat": ("Expat", "MIT", "the Expat maintainers, libexpat.github.io"),
    "ffi": ("libffi", "MIT", "Anthony Green, Red Hat and others, sourceware.org/libffi"),
    "fluidsynth": ("FluidSynth", "LGPL-2.1-or-later", "Peter Hanappe and others, fluidsynth.org"),
    "freetype": ("FreeType", "FTL", "the FreeType Project, freetype.org"),
    "gcc_s": ("libgcc", "GPL-3.0 with the GCC Runtime Library Exception", "gcc.gnu.org"),
    "harfbuzz": ("HarfBuzz", "MIT-Modern-Variant", "the HarfBuzz authors, harfbuzz.github.io"),
    "jpeg": ("libjpeg-turbo", "IJG and BSD-3-Clause", "the Independent JPEG Group and others"),
    "lzma": ("liblzma", "0BSD (public domain in older versions)", "Lasse Collin, tukaani.org/xz"),
    "mpg123": ("mpg123", "LGPL-2.1-or-later", "Michael Hipp, Thomas Orgis and others, mpg123.de"),
    "ogg": ("Ogg", "BSD-3-Clause", "Xiph.Org Foundation, xiph.org"),
    "opus": ("Opus and opusfile", "BSD-3-Clause", "Xiph.Org, Skype and others, opus-codec.org"),
    "png16": ("libpng", "libpng-2.0", "the PNG Reference Library authors, libpng.org"),
    "python": ("Python", "PSF-2.0", "Python Software Foundation, python.org"),
    "sharpyuv": ("WebP", "BSD-3-Clause", "Google, developers.google.com/speed/webp"),
    "sndfile": ("libsndfile", "LGPL-2.1-or-later", "Erik de Castro Lopo, libsndfile.github.io"),
    "sqlite3": ("SQLite", "public domain", "sqlite.org"),
    "stdc++": ("libstdc++", "GPL-3.0 with the GCC Runtime Library Exception", "gcc.gnu.org"),
    "tiff": ("LibTIFF", "libtiff", "Sam Leffler, Silicon Graphics, libtiff.gitlab.io"),
    "vorbis": ("Vorbis", "BSD-3-Clause", "Xiph.Org Foundation, xiph.org"),
    "wavpack": ("WavPack", "BSD-3-Clause", "David Bryant, wavpack.com"),
    "webp": ("WebP", "BSD-3-Clause", "Google, developers.google.com/speed/webp"),
    "xmp": ("libxmp", "MIT", "Claudio Matsuoka, Hipolito Carraro Jr, xmp.sourceforge.net"),
    "z.": ("zlib", "zlib", "Jean-loup Gailly, Mark Adler, zlib.net"),
}
_SHORT_TEXTS = {
    "zlib": """\
This software is provided 'as-is', without any express or implied warranty. In no event will the
authors be held liable for any damages arising from the use of this software.

Permission is granted to anyone to use this software for any purpose, including commercial
applications, and to alter it and redistribute it freely, subject to the following restrictions:

1. The origin of this software must not be misrepresented; you must not claim that you wrote the
   original software. If you use this software in a product, an acknowledgment in the product
   documentation would be appreciated but is not required.
2. Altered source versions must be plainly marked as such, and must not be misrepresented as being
   the original software.
3. This notice may not be removed or altered from any source distribution.""",
    "BSD-3-Clause": """\
Redistribution and use in source and binary forms, with or without modification, are permitted
provided that the following conditions are met:

1. Redistributions of source code must retain the above copyright notice, this list of conditions
   and the following disclaimer.
2. Redistributions in binary form must reproduce the above copyright notice, this list of
   conditions and the following disclaimer in the documentation and/or other materials provided
   with the distribution.
3. Neither the name of the copyright holder nor the names of its contributors may be used to
   endorse or promote products derived from this software without specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR
IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND
FITNESS FOR A PARTICULAR PURPOSE ARE DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR
CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE,
DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER
IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT
OF THE USE OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.""",
}


def library_key(file: str) -> str | None:
    """Return the key of a shared library's entry; None for one that nobody has looked up.

    >>> library_key("libSDL2_ttf-2-e69aa315.0.so.0.2400.0"), library_key("libunheard.so.1")
    ('SDL2', None)
    """
    name = file.removeprefix("lib")
    fitting = [key for key in LIBRARIES if name.startswith(key)]
    return max(fitting, key=len) if fitting else None


def is_needed(text: str) -> bool:
    """Tell whether a requirement counts on this system, without the extras."""
    marker = Requirement(text).marker
    return marker is None or marker.evaluate({"extra": ""})


def distributions(name: str = "kalahgui") -> dict[str, Distribution]:
    """Return what a distribution needs at run time, and what that needs, by the names."""
    packages: dict[str, Distribution] = {}
    waiting = [name]
    while waiting:
        for text in distribution(waiting.pop()).requires or ():
            needed = Requirement(text)
            if is_needed(text) and needed.name not in packages:
                packages[needed.name] = distribution(needed.name)
                waiting.append(needed.name)
    return dict(sorted(packages.items(), key=lambda pair: pair[0].lower()))


def texts_of(package: Distribution) -> dict[str, str]:
    """Return the names of the licence files of a distribution and its fonts by their texts."""
    texts = {}
    for file in package.files or ():
        if re.search(r"(^|\W)(licen[sc]e|copying|notice|lgpl)\b", file.name, re.IGNORECASE):
            text = Path(str(package.locate_file(file))).read_text("utf-8").strip()
            texts.setdefault(text, file.name)
    return texts


def licence_of(package: Distribution) -> str:
    """Return the short name of a distribution's licence."""
    known = package.metadata
    classified = [
        line.rpartition(" :: ")[2]
        for line in known.get_all("Classifier") or ()
        if line.startswith("License :: ")
    ]
    [named, *_] = [*(known["License"] or "").splitlines(), ""]  # the whole text may stand there
    return known["License-Expression"] or named or ", ".join(classified) or "see below"


def whole_list() -> str:
    """Return the text of the file."""
    parts = [
        "KalahGUI is under the MIT licence. It stands on the work of others, which is listed here\n"
        "with the licences. Libraries under the LGPL are files of their own in every package: a\n"
        "changed build of one can be put in its place. Their source is at the addresses named.",
        "KalahGUI: MIT\n\n" + (ROOT / "LICENSE").read_text("utf-8").strip(),
    ]
    fonts = (ROOT / "assets" / "fonts" / "OFL.txt").read_text("utf-8").strip()
    parts.append(f"Noto Sans JP: OFL-1.1\n\n{fonts}")
    for name, package in distributions().items():
        texts = "".join(f"\n\n-- {file}\n\n{text}" for text, file in texts_of(package).items())
        parts.append(f"{name}: {licence_of(package)}{texts}")
    python = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    parts.append(f"Python: PSF-2.0\n\n{python.read_text('utf-8').strip()}")
    lines = sorted({f"{name}: {kind}, {by}" for name, kind, by in LIBRARIES.values()})
    parts.append("Libraries in the packages that need no Python\n\n" + "\n".join(lines))
    parts += [f"The licence {name}\n\n{text}" for name, text in _SHORT_TEXTS.items()]
    return f"\n\n{RULE}\n".join(parts) + "\n"


def main() -> int:
    """Write the list."""
    try:
        text = whole_list()
    except PackageNotFoundError as error:
        print(f"{error.name} is not installed: pip install -r requirements.txt", file=sys.stderr)
        return 2
    LISTED.write_text(text, "utf-8", newline="\n")
    print(f"{LISTED.relative_to(ROOT)}: {len(text) / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
