from kalahgui.core.position cimport Position


cdef class EightPosition(Position):
    pass
