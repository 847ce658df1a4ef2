from kalahgui.core.endgame cimport Endgame
from kalahgui.core.position cimport Position
from kalahgui.core.sowing cimport Sowing


cdef class KalahPosition(Position):
    cdef public int pits, stones
    cdef public bint empty_capture, majority
    cdef public Endgame endgame
    cdef Sowing sowing
    cdef unsigned long long[::1] _sow_own, _sow_opp
    cdef int[::1] _banked, _last
    cdef int _stride
    cdef unsigned long long _distances

    cdef bint _sow(self, int move) noexcept nogil
    cdef int _direct_pits(self) noexcept nogil
    cdef int _gain(self, int move) noexcept nogil
