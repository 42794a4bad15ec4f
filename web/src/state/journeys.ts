// SPDX-License-Identifier: MIT
// Transfers and shortest games whose best known solutions are shown (docs/puzzles.md, docs/results.md;
// Bell 2009). Names with a hyphen are those of the certificates in docs/certificates.

export interface Journey {
  id: string;
  game: string;
  title: string;
  /** It is proved that none is shorter. */
  proved: boolean;
  moves: string[];
}

/** The moves as one text each: they are many. */
const journey = (
  id: string,
  game: string,
  title: string,
  proved: boolean,
  moves: string,
): Journey => ({ id, game, title, proved, moves: moves.split(" ") });

export const JOURNEYS: Journey[] = [
  journey(
    "sq9-4-8m",
    "sq9/4:8m:1p",
    "Four men, all eight directions",
    true,
    "a2-c2 b1-d3 a1-c3-e3 b2-d2-f4 c2-e4-g4 d3-f3-f5 g4-e4-g6 e3-g5-g7 f4-f6-h8 f5-h7-h9 g6-g8-i8 g7-i9",
  ),
  journey(
    "sq9-6-8m",
    "sq9/6:8m:1p",
    "Six men, all eight directions",
    true,
    "c1-d2 a3-c1-e3 a2-c2-e2-e4 a1-c3 b1-b3-d3-f5 d2-f4-f6 f6-g7 e3-e5-g5 b2-d4-f4-f6-h8 c3-d4 d4-f4-h6 e4-g6-g8-i8 g7-i9 f5-h5-h7-h9 g5-i7-g9 h6-i7",
  ),
  journey(
    "p6_8move_16",
    "sq9/9:8m:1p",
    "Nine men, all eight directions",
    true,
    "b2-d4 c3-e5 e5-f6 a3-c3-e5-g7 c1-c3-e5 a1-a3-c3 a2-c4-e4-e6-g6-g8 b1-d3-d5-f5-f7-h7 c2-c4-e4-e6-g6-i8 b3-d3-d5-f5-f7-h9 g7-g9-i9 e5-g7-i7 c3-e5-g7-g9 d4-e5 e5-g7 f6-h8",
  ),
  journey(
    "p2_8move_20",
    "sq9/10:8m:1p",
    "Ten men, all eight directions",
    true,
    "a2-c4 c4-d4 a4-a2-c4-e4 b1-d3-f5 f5-f6 a3-c3-e5-g7 d1-b1-d3-f5-f7-h7 g7-h8 a1-c3-e5-g7-i7 b3-b1-d3-f5 e4-g6-i8-g8 c1-c3-e5-g7-i9 b2-c3 c2-c4-e4-g6-i8-i6 c3-e5-g7-g9 d4-e4 e4-g6-i8 f5-f7-h9-f9 f6-f7 f7-h9",
  ),
  journey(
    "p2_6move_27",
    "sq9/10:6m:1p",
    "Ten men, six directions",
    true,
    "d1-d2 b1-d1-d3 a3-c3-e3 e3-f3 c1-c3-e3-g3 a1-a3-c3-e3 c2-e2-e4-g2-g4 g4-g5 a4-c2-e2-e4-g2-g4-g6 a2-c2-e2-e4-g2-g4 d2-d4-f2-f4-h4-f6-h6 h6-h7 b3-c2 b2-d2-d4-f2-f4-h4-f6-h6-h8 h7-g8 c2-d2 d2-d4-f2-f4-h4-f6-h6 f3-h3-f5-h5-h7-h9 d3-f3-h3-f5-h5-h7-f9 e3-f3 f3-h3-f5-h5-h7 g5-g7-g9-i9 g3-g5-g7-i7 g4-g5 g5-g7-g9 g6-i6-i8 h6-i6",
  ),
  journey(
    "p2_4move_30",
    "sq9/10:4m:1p",
    "Ten men, four directions",
    true,
    "a4-b4 a2-a4-c4 b4-d4 d4-d5 c1-c3-c5-e5 e5-e6 b2-b4-d4-d6-f6 f6-f7 a3-c3-c5-e5-e7-g7 g7-h7 d1-c1 c1-c3-c5-e5-e7-g7-i7 i7-i8 b3-c3 c3-c5-e5-e7-g7-i7-i9 a1-c1-c3-c5-e5-e7-g7 g7-g8 b1-c1 c1-c3-c5-e5-e7-g7-i7 i7-i6 c2-c3 c3-c5-e5-e7-g7-g9 c4-d4 d4-d6-f6-f8-h8 d5-e5 e5-e7-g7-i7 e6-f6 f6-f8 f7-f9-h9 f8-f9",
  ),
  journey(
    "p3_6move_jumps_35",
    "sq9/10:6m:1p+hops",
    "Ten men, six directions, jumps only",
    true,
    "b2-d2 d1-d3 c1-c3-e3 a1-c1 c2-e2-c4 a4-c2-e2-e4 d2-d4-f4 a2-a4-c2 d3-f3-f5 f4-d4-b4-b2-d2 b1-d1-d3-f3-d5 c1-c3-c5-e5-g5 a3-c3-c5-e5 e4-e6-g4-g6 b3-d1-d3 c2-e2-e4-e6 f5-h5-f7 d2-d4-d6-f6-h6 c4-e2-e4 d5-f5-h5-h7 g6-i6-g8 d3-f3-d5-f5 e5-e7-g7-g9 e3-e5-e7-g7-i7 e6-g4-g6-i6-i8 h6-h8-f8-f6-f4 e4-g4-g6 h7-f9-h9 f4-f6-h6 f5-h5-h7-f9 f7-h5-h7 i7-i9 g5-g7-i7 g6-i6 h6-h8",
  ),
  journey(
    "p4_6move_31",
    "sq9/15:6m:1p",
    "Fifteen men, six directions",
    true,
    "c3-d3 d2-d4 a4-c4-e4 c1-c3-e3-e5 a1-c1-c3-e3-c5 b3-b5-d5-f5 e5-d6 d4-f4-f6 e1-c1-c3-e3-e5-g5-e7 f6-g6 a5-c3-e3-e5-g5-g7 b1-b3-b5-d5-d7-f7-h7 g7-f8 a2-a4-c4-c6-e6-e8-g8-i6 a3-c1-c3-e3-e5 b2-d2-d4-f4-f6-h6-h8 e5-g5-g7-i7-g9 d1-b3-b5-d5-d7-f7-f9-h9 b4-c3 c2-c4-c6-e6-e8-g8-i8 c3-e3-e5-g5-g7-e9 d3-d4 c5-e3-e5-g5-g7-i7-i5 d4-f4-f6 d6-e5 e4-e6-e8-g8 e7-g5-g7-i7-i9 e5-g5-g7-i7 f5-f7-f9 f6-h6 g6-g7",
  ),
  journey(
    "sq9-15-8m",
    "sq9/15:8m:1p",
    "Fifteen men, all eight directions",
    true,
    "b2-d4 c3-e5 e5-f6 a5-c3-e5-g7 g7-h6 a3-c3-e5-g7-i5 c1-c3-e5-g7 a1-a3-c3-e5 a4-c4-e4-e6-g6-g8 b1-d3-d5-f5-f7-h7 g7-f8 c2-a4-c4-e4-e6-g6-i6 d1-d3-d5-f5-f7-h9 b4-c3 a2-c4-e4-e6-g6-i8 b3-d3-d5-f5-f7-f9 e5-g7-g9-i9 c3-e5-g7-i7 e1-c3-e5-g7-g9 d2-c3 c3-e5-g7-e9 d4-e5 e5-g7 f6-h8",
  ),
  journey(
    "sq16-19-8m",
    "sq16/19:8m:1p",
    "Halma: one army crosses the board",
    false,
    "c4-d5 a4-c4-e6 b2-d4-d6-f6 a3-c5-e5-g7 g7-h8 a1-a3-c5-e5-g7-i9 i9-j10 a5-c5-e5-g7-i9-k11 c1-a1-a3-c5-e5-g7-i9 e1-c1-a1-a3-c5-e5-g7 e6-c4-a4-c6-e4 d3-f5-f7-h7-h9-j9-j11-l11 a2-c4-e6-g6-g8-i8-i10-k10-m12 l11-m11 b3-d3-f5-f7-h7-h9-j9-j11-l11-n13 b1-d3-f5-f7-h7-h9-j9-j11-l11-n11-l13 c2-c4-e6-g6-g8-i8-i10-k10-k12-m14-o12 b5-b3-d3-f5-f7-h7-h9-j9-j11-l11-n11-p13 n13-o13 c3-c4 b4-d4-f4 d2-d3 c4-e6-g6-g8-i8-i10-k10-k12-m14 m11-m13-m15 m14-n14 d1-f3-f5-f7-h7-h9-j9-j11-l11-n13-n15-l15 e2-c4-e6-g6-g8-i8-i10-k10-k12-m14-o14 d5-f3-f5-f7-h7-h9-j9-j11-l11-n13-p15 d3-f5-f7-h7-h9-j9-j11-l11-n13-n15 f4-f5 e4-g6-g8-i8-i10-k10-k12-m14-o16 f5-f7-h7-h9-j9-j11-l11-n13 m12-k14-m16-m14-k12 j10-l12-l14-n16-p16-p14-p12 h8-j10-l12-l14-n16-p16-p14 f6-h8-j10-l12-l14-l16 g7-h8 h8-j10-l12-l14-n16-p16 i9-j10 j10-l12-l14-n16 k11-k13-m13-o15 k12-m14-m16 l13-m14",
  ),
  journey(
    "sq8-10-8m-game",
    "sq8/10:8m",
    "The shortest game of Grasshopper",
    true,
    "d1-d2 h6-g5 c1-e3 f8-e7 c2-e2-e4 h7-f5-d3-d1 b3-c4 h5-f5-d3-f3-d5-b3 b2-b4-d4-f4-h6-f8-d6 h8-f6-h6-f4-d4-b4-b2 a4-b5 e8-e6-c6-a4-c2 a1-c3-c5-a5 e7-c5-c3-a1 b1-d3-f3-d5-d7 g7-e7-c5-c3-c1 a3-b4 g5-g7-e7-c5-a3 a2-a4-a6 g8-e6-c6-a4-a2 d7-e7 g6-e8-e6-c6-a4 b4-d4-f2 f7-d7-d5-f3-d3-b1",
  ),
  journey(
    "sq9-10-8m-game",
    "sq9/10:8m",
    "The shortest game: ten men, eight directions",
    true,
    "b1-d3 i8-g6 a1-c3-e3 h8-h6-f6 e3-f4 g9-g7-g5-e3-c3-a1 a3-c3-e3-g5-g7-e5 i9-g9-g7-g5-e3-c3-a3 b3-c4 h9-f7-f5-d5-b3-b1 d1-b3-d5-f5-f7-h5 h7-f5-d5-b3-d1 a4-b5 f9-h7-f5-d5-b3 c1-c3-e3-g5-e7 i7-i5-g5-e3-c3-c1 c2-a4-c6 i6-g4-e4-c2-a4 a2-c2-e4-g4 g6-e6-e4-c2-a2 b2-b4-b6-d6-f8-h8 f6-d4-b4-b2 b5-d7-f7 g8-e6-e4-c2",
  ),
  journey(
    "fabian30",
    "sq9/10:6m",
    "The shortest game: ten men a side",
    true,
    "c2-d2 h8-h6 d1-d3 i6-g6 a3-c3-e3 g9-g7-g5 a2-c2-e2-e4 h7-h5-f7 e4-f4 i9-g9-g7-e7 d3-c4 g6-g4-e4-e2-c2-a2 a4-c2-e2-e4-g4-g6-e8-e6 i8-i6-g6-g4-e4-e2-c2-a4 a1-a3-c3-c5 f9-h7-h5-f5-f3-d3-d1 c5-d5 e7-e5-c5-c3-a3-a1 b2-b4-d4-d6-f6-f8-h8 i7-g9-g7-e7-e5-c5-c3-a3 c1-e1-c3-c5-e5-e7-g7 h6-f8-f6-d6-d4-b4-b2 b3-b4 g8-g6-g4-e4-e2-c2 b1-b3-b5-d3-f3-f5 g5-e5-c5-c3-c1 f5-f6 f7-f5-f3-d3-b5-b3-b1 e6-g6-g8-i8 h9-h7-f7-f5-f3-d3-b5-b3",
  ),
  journey(
    "bell36",
    "sq9/15:6m",
    "The shortest game: fifteen men a side",
    true,
    "e1-e2 g8-g6 c1-e1-e3 h6-f6 e3-e4 f9-f7-f5 a1-c1-e1-e3-e5-g5-e7 g7-g5-e5-e3-e1-c1-a1 a5-b5 i7-g7-g5-e5-e3-e1-c1 c3-a5-c5 g9-i7-g7-g5-e5-e3-e1-c3-a5 a3-c3-e1-e3-e5-g5-g7-i7-g9 i9-i7-g7-g5-e5-e3-e1-c3-a3 a4-c4-c6 e9-g7-g5-e5-e3-e1-c3 c6-d6 i5-i7-g7-g5-e5-e3-e1 a2-a4-c4-c6-e6-g4 i8-g8-e8-e6-c6-c4-a4-a2 d2-f2 i6-g8-e8-e6-c6-c4-a4 b3-d3-f1-f3-d5-d7-f7-h5 f5-f7-d7-d5-f3-f1-d3-b3 d1-f1-d3 h8-h6-h4-f4-d4-d2 b1-d1-f1-f3-d5-d7-f7-f5 h9-f9-f7-d7-d5-f3-f1-d1-b1 b4-b6-d4-f4-h4-h6-h8 h7-h9-f9-f7-d7-d5-f3-f1-d1 c2-c4-c6-e6-e8 g6-e6-c6-c4-c2 b2-b4-b6-d4-f4-h4-h6 f6-f4-d4-b6-b4-b2 d3-f1-f3-d5-d7-f7-f9-h9 f8-d8-f6-f4-d4-b6-b4",
  ),
  journey(
    "sq16-19-8m-game",
    "sq16/19:8m",
    "The shortest game of Halma",
    false,
    "d3-e4 o14-m12 b5-d3-f5 m15-m13-m11 c1-e3-e5-g5 p14-n12-l10 b2-d4-f4-h6 l10-k9 h6-i7 p12-n12-l10-j8-h6-f4-d4-b2 b4-d4-f4-f6 n16-p14-n12-l10-j8-h6-f4-d4 c3-e5-g7 d4-c3 d2-b4-d4-f4-h6-j8-l10-n12-l12 n14-n12-l10-j8-h6-f4-d4-b4-d2 b3-d5 l16-l14-n14-n12-l10-j8-h6-f4-d4-b4 f5-h5 b2-c1 c4-e6-g6-g4-i6-i8 p16-n14-n12-l10-j8-h6-f4-d4-b2 l12-n12-l10 n15-l13-n11-l11-l9-j9-h7-f7-f5-d3-b3-b5 a4-c4-e6-g6-g8 p15-n15-l13-n11-l11-l9-j9-h7-f7-f5-d3-b3 b1-d3-f5-f7-h7-j9-l9-l11-n11-l13-n15 n13-l11-l9-j9-h7-f7-f5-d3-b1 d1-d3-f5-f7-h7-j9-l9-l11-n11 p13-n13-l11-l9-j9-h7-f7-f5-d3-d1 i8-j9 m12-m10-k10-i8-i6-g4-g6-e6-c4-a4 a2-c4-e6-g6-g4-i6-i8-k10-m10-m12 o12-m10-k10-i8-i6-g4-g6-e6-c4-a2 c2-c4-e6-g6-g4-i6-i8-k10-k8 o16-o14-o12-m10-k10-i8-i6-g4-g6-e6-c4-c2 g7-h8 m16-o14-o12-m10-k10-i8-i6-g4-g6-e6-c4 e1-e3-e5-g7-g9 k9-i9-g7-e5-e3-e1 a3-c5-e5-g7-i9-k9-k7 l15-n13-l11-l9-j7-h7-h9-f7-f5-d3 a1-a3-c5-e5-e3 m11-k9-i9-g7-e5-c5-a3-a1 e2-f3 o15-m15-m13-m11-k9-i9-g7-e5-c5-a3 a5-c5-e5-g7-i9-k9-m11-m13-m15-o15 m14-o16-o14-o12-m10-k10-i8-i6-g4-e2 n11-n12 o13-m11-k9-i9-g7-e5-c5-a5",
  ),
];
