# SPDX-License-Identifier: MIT
"""libsternhalma through ctypes: structures, prototypes, and errors as exceptions.

The library is looked for at $STERNHALMA_LIBRARY, then where the system's loader finds it.
"""

import ctypes
import ctypes.util
import os

MAX_PLAYERS = 6
MAX_MOVES = 4608
MAX_PLIES = 1024
MAX_TEXT = 1024


class SternhalmaError(Exception):
    """The library refused: the message says what was wrong and what would be right."""

    def __init__(self, status, text):
        super().__init__(text)
        self.status = status


class Error(ctypes.Structure):
    _fields_ = [("status", ctypes.c_int), ("text", ctypes.c_char * 512)]


class Set(ctypes.Structure):
    _fields_ = [("w", ctypes.c_uint64 * 4)]


class RawPosition(ctypes.Structure):
    _fields_ = [("army", Set * MAX_PLAYERS), ("turn", ctypes.c_uint8)]


class RawMove(ctypes.Structure):
    _fields_ = [("start", ctypes.c_uint8), ("end", ctypes.c_uint8)]


class RawValue(ctypes.Structure):
    _fields_ = [("outcome", ctypes.c_int), ("distance", ctypes.c_int)]


class RawProbedMove(ctypes.Structure):
    _fields_ = [("move", RawMove), ("value", RawValue)]


class TableInfo(ctypes.Structure):
    _fields_ = [
        ("game", ctypes.c_char * 32),
        ("profile", ctypes.c_int),
        ("metric", ctypes.c_int),
        ("version", ctypes.c_uint32),
        ("rows", ctypes.c_uint64),
        ("columns", ctypes.c_uint64),
        ("wins", ctypes.c_uint64),
        ("losses", ctypes.c_uint64),
        ("draws", ctypes.c_uint64),
        ("illegal", ctypes.c_uint64),
        ("longest", ctypes.c_uint32),
        ("blocks", ctypes.c_uint64),
        ("block_states", ctypes.c_uint32),
        ("file_bytes", ctypes.c_uint64),
        ("part_bytes", ctypes.c_uint64),
        ("files", ctypes.c_uint32),
        ("created", ctypes.c_uint64),
        ("creator", ctypes.c_char * 64),
        ("checksum", ctypes.c_uint64),
    ]


_POINTER = ctypes.c_void_p
_OUT = ctypes.POINTER(_POINTER)
_POSITION = ctypes.POINTER(RawPosition)
_ERROR = ctypes.POINTER(Error)
_INT = ctypes.POINTER(ctypes.c_int)

# name: (result, arguments). Functions that end in an error return a status.
_PROTOTYPES = {
    "sh_game_size": (ctypes.c_size_t, []),
    "sh_game_name": (ctypes.c_char_p, [_POINTER]),
    "sh_game_parse": (ctypes.c_int, [_POINTER, ctypes.c_char_p, ctypes.c_int, _ERROR]),
    "sh_position_start": (None, [_POINTER, _POSITION]),
    "sh_position_parse": (ctypes.c_int, [_POINTER, ctypes.c_char_p, _POSITION, _ERROR]),
    "sh_position_check_legal": (ctypes.c_int, [_POINTER, _POSITION, _ERROR]),
    "sh_position_print": (None, [_POINTER, _POSITION, ctypes.c_char_p]),
    "sh_position_verdict": (ctypes.c_int, [_POINTER, _POSITION, _INT]),
    "sh_moves_list": (ctypes.c_int, [_POINTER, _POSITION, ctypes.POINTER(RawMove)]),
    "sh_move_check": (ctypes.c_int, [_POINTER, _POSITION, RawMove, _ERROR]),
    "sh_move_apply": (None, [_POINTER, _POSITION, RawMove]),
    "sh_move_print": (None, [_POINTER, RawMove, ctypes.c_char_p]),
    "sh_move_parse": (
        ctypes.c_int,
        [_POINTER, _POSITION, ctypes.c_char_p, ctypes.POINTER(RawMove), _ERROR],
    ),
    "sh_table_open": (ctypes.c_int, [_OUT, ctypes.c_char_p, ctypes.c_size_t, _ERROR]),
    "sh_table_close": (None, [_POINTER]),
    "sh_table_about": (ctypes.POINTER(TableInfo), [_POINTER]),
    "sh_table_check": (ctypes.c_int, [_POINTER, _ERROR]),
    "sh_probe": (ctypes.c_int, [_POINTER, _POSITION, ctypes.POINTER(RawValue), _ERROR]),
    "sh_probe_ranks": (
        ctypes.c_int,
        [_POINTER, _POINTER, ctypes.c_size_t, _POINTER, _ERROR],
    ),
    "sh_probe_moves": (
        ctypes.c_int,
        [_POINTER, _POSITION, ctypes.POINTER(RawProbedMove), _INT, _ERROR],
    ),
    "sh_probe_line": (
        ctypes.c_int,
        [_POINTER, _POSITION, ctypes.POINTER(RawMove), ctypes.c_int, _INT, _ERROR],
    ),
}


def _load():
    name = os.environ.get("STERNHALMA_LIBRARY") or ctypes.util.find_library("sternhalma")
    if not name:
        raise ImportError("libsternhalma was not found; install it or set STERNHALMA_LIBRARY")
    loaded = ctypes.CDLL(name)
    for function, (result, arguments) in _PROTOTYPES.items():
        getattr(loaded, function).restype = result
        getattr(loaded, function).argtypes = arguments
    return loaded


library = _load()


def call(function, *arguments):
    """Calls a function that returns a status and raises SternhalmaError where it is not fine."""
    error = Error()
    status = getattr(library, function)(*arguments, ctypes.byref(error))
    if status != 0:
        raise SternhalmaError(status, error.text.decode("utf-8", "replace"))
