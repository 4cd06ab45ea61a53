import type { Draws } from './draws';
import type { Composition, CoverChoice, Edit } from './plan';

const cover = (chance: Draws): CoverChoice => chance.pickFrom({ none: 3, frame: 1, picture: 2 });

export function drawComposition(chance: Draws, time: number): Composition {
  const of = chance.pickFrom({ text: 2, pictures: 3, film: 3 });
  return {
    of,
    files: of === 'pictures' ? chance.pick([1, 2, 2, 3]) : of === 'film' ? 1 : 0,
    bytes: chance.whole(50, 800),
    long: chance.chance(0.2),
    inMs: chance.chance(0.85) ? time : null,
    described: chance.chance(0.7),
    draft: chance.chance(0.2),
    comment: chance.chance(0.6),
    link: chance.chance(0.4),
    cover: of === 'film' ? cover(chance) : 'none',
    accounts: chance.pick([[0], [1], [0, 1], [1, 2], [0, 1, 2]]),
  };
}

export function drawEdit(chance: Draws): Edit {
  const some = <T>(probability: number, value: () => T): T | undefined => {
    const [isGiven, given] = [chance.chance(probability), value()];
    return isGiven ? given : undefined;
  };
  const edit: Edit = {
    comment: some(0.3, () => chance.chance(0.8)),
    cover: some(0.15, () => cover(chance)),
    link: some(0.1, () => chance.chance(0.7)),
    draft: some(0.3, () => chance.chance(0.3)),
    files: some(0.15, () => chance.whole(50, 800)),
    group: some(0.4, () => true),
  };
  return Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));
}
