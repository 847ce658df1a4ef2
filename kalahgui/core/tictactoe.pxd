from kalahgui.core.position cimport Position


cdef class TicTacToePosition(Position):
    pass
