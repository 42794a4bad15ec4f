// SPDX-License-Identifier: MIT
// Messages to blocks of other ranks: parcels, exchanged between rounds in chunks.
//
// A message that waits in the box of another rank's block is an allocation on the heap. Chunk by
// chunk they are handed over: a parcel is the letter's numbers and its bytes, never cut in two. The
// receiver checks every checksum, and all ranks add up what was sent and what arrived.
#pragma once

#include "base/crew.h"
#include "solve/duel/squeezed/mail.h"

#define SH_PARCELS_BYTES (64 << 20) // of all chunks that a rank sends or receives at once, about

typedef struct sh_parcel_traffic {
    uint64_t received, sent; // bytes from and to other ranks
    sh_mail_count all;       // what all ranks sent, to themselves too
} sh_parcel_traffic;

// Moves all letters in `sent` of other ranks' blocks there; theirs for this rank's blocks arrive in
// `sent` here. To be called by all ranks before sh_mail_turn. SH_DATA, on all ranks, where a parcel
// is damaged or missing.
sh_status sh_parcels_exchange(sh_mail *mail, sh_crew *crew, sh_parcel_traffic *traffic,
                              sh_error *error) SH_NODISCARD;
