from kalahgui.core.memory cimport Memory
from kalahgui.core.position cimport Position
from kalahgui.core.search cimport StopWord


cdef class Textbook:
    cdef public long long nodes, evaluations
    cdef public bint read_out
    cdef public StopWord stop
    cdef Position _position
    cdef bint _prunes, _scout, _first_in_full, _whole_window, _closes_in, _likely
    cdef Memory _memory
    cdef list _proven
    cdef int[::1] _ranks
    cdef int[::1] _root_ranks
    cdef int[::1] _found
    cdef unsigned char[::1] _moves
    cdef unsigned char[::1] _line
    cdef short[::1] _length

    cdef int _shallow(self, int depth, int limit, int height) noexcept nogil
    cdef int _nega(self, int depth, int alpha, int beta, int height) noexcept nogil
    cdef int _child(self, int depth, int alpha, int beta, int height, bint again) noexcept nogil
    cdef int _remembering(self, int depth, int alpha, int beta, int height) noexcept nogil
    cdef int _arrange(self, unsigned long long legal, int height) noexcept nogil
    cdef void _sort(self, int at, int count, int[::1] ranks) noexcept nogil
    cdef void _keep(self, int height, int move) noexcept nogil
    cdef void _end_line(self, int height, int move) noexcept nogil
