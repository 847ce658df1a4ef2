from kalahgui.core.position cimport Position
from kalahgui.core.search cimport StopWord


cdef class Counter:
    cdef Position _position
    cdef StopWord _stop

    cdef long long _leaves(self, int depth) noexcept nogil
