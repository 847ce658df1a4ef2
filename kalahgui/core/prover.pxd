from kalahgui.core.search cimport Searcher


cdef class Prover(Searcher):
    cdef bint _too_long, _together
    cdef int _small
    cdef unsigned long long[::1] _own, _opp, _busy
    cdef int[::1] _lead
    cdef unsigned char[::1] _again

    cdef int _node(self, int goal, bint hopeful, int height) noexcept nogil
    cdef int _at_once(self, int goal, bint again) noexcept nogil
    cdef int _pick_free(self, unsigned long long left, int height) noexcept nogil
