"""Memory of pictures that are gone: it is the system's again."""

import subprocess
import sys

import pytest

_MEASURE = """
import ctypes, sys
import pygame
from kalahgui.gui.services import machine

class Use(ctypes.Structure):
    names = "arena ordblks smblks own_blocks own_bytes usmblks fsmblks uordblks fordblks keepcost"
    _fields_ = [(name, ctypes.c_size_t) for name in names.split()]

library = ctypes.CDLL(None)
if not hasattr(library, "mallinfo2"):
    sys.exit("not the GNU C library")
library.mallinfo2.restype = Use
machine.keep_large_blocks_apart()
# Having seen this one go, the library would take those that are smaller from its heap.
gone = pygame.Surface((2500, 2500))
del gone
before = library.mallinfo2().own_bytes
picture = pygame.Surface((1600, 1500))
size = picture.get_pitch() * picture.get_height()
there = library.mallinfo2().own_bytes
del picture
machine.give_memory_back()
print(there - before >= size, library.mallinfo2().own_bytes <= before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only the GNU C library keeps the memory")
def test_a_large_picture_has_pages_of_its_own_also_after_others_have_gone():
    """In a process of its own: elsewhere other pictures come and go."""
    found = subprocess.run([sys.executable, "-c", _MEASURE], capture_output=True, text=True)
    if "not the GNU" in found.stderr:
        pytest.skip(found.stderr.strip())
    assert found.stdout.splitlines()[-1:] == ["True True"], found.stderr
