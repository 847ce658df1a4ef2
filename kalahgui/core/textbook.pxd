from kalahgui.core.memory cimport Memory
from kalahgui.core.position cimport Position
from kalahgui.core.search cimport StopWord


cdef class Textbook:
    cdef public long long nodes, evaluations
    cdef public bint read_out
    cdef public StopWord stop
    cdef Position _position
    cdef bint _prunes, _scout, _first_in_full, _whole_window
    cdef Memory _memory
    cdef list _proven
    cdef unsigned char[::1] _order
    cdef unsigned char[::1] _line
    cdef short[::1] _length

    cdef int _shallow(self, int depth, int limit, int height) noexcept nogil
    cdef int _nega(self, int depth, int alpha, int beta, int height) noexcept nogil
    cdef int _child(self, int depth, int alpha, int beta, int height, bint again) noexcept nogil
    cdef int _null(self, int depth, int beta, int height) noexcept nogil
    cdef void _keep(self, int height, int move) noexcept nogil
    cdef void _end_line(self, int height, int move) noexcept nogil
