// SPDX-License-Identifier: MIT
// Who can sit at the board besides people: the levels of the server's players.

export interface Level {
  id: string;
  name: string;
  about: string;
  /** It plays by a table of the game. */
  table?: true;
}

export const PERSON = "person";
/** Somebody who has just learned the rules should win some games. */
export const FRIENDLY = "hobbyist";

export const LEVELS: Level[] = [
  { id: "beginner", name: "Beginner", about: "sees few moves" },
  { id: "novice", name: "Novice", about: "overlooks most chains" },
  { id: "learner", name: "Learner", about: "sees half the moves" },
  { id: "hobbyist", name: "Hobbyist", about: "a friendly game" },
  { id: "casual", name: "Casual", about: "overlooks long chains" },
  { id: "regular", name: "Regular", about: "looks two plies ahead" },
  { id: "club", name: "Club", about: "looks ahead a little" },
  { id: "solid", name: "Solid", about: "rarely errs" },
  { id: "skilled", name: "Skilled", about: "plans" },
  { id: "strong", name: "Strong", about: "hard to beat" },
  { id: "expert", name: "Expert", about: "sees far" },
  { id: "master", name: "Master", about: "sees very far" },
  { id: "strongest", name: "Strongest", about: "all the engine has" },
  { id: "swindler", name: "Swindler", about: "never errs, and sets traps", table: true },
  { id: "perfect", name: "Perfect", about: "never errs", table: true },
];

export const levelOf = (id: string): Level | undefined => LEVELS.find((level) => level.id === id);

/** The levels that can play a game, with a table of it or without. */
export const levelsFor = (solved: boolean): Level[] =>
  LEVELS.filter((level) => solved || !level.table);
