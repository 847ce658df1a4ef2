from kalahgui.core.position cimport Position
from kalahgui.core.bitboards cimport Ending


cdef class Shape:
    cdef public unsigned long long squares, corners, edges, beside
    cdef public int size


cdef class ReversiPosition(Position):
    cdef public Shape shape
    cdef public bint empties_winner
    cdef Ending _ending
    cdef unsigned long long _squares
    cdef unsigned long long _seen_own, _seen_opp, _seen_legal

    cdef unsigned long long _moves_of(self, unsigned long long own, unsigned long long opp) noexcept nogil
