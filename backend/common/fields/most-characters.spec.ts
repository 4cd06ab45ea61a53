import { validateSync } from 'class-validator';
import { MostCharacters } from './most-characters';

class Named {
  @MostCharacters(5, 'Too long.')
  name: unknown;
}

const refusals = (name: unknown) =>
  validateSync(Object.assign(new Named(), { name })).flatMap(({ constraints }) =>
    Object.values(constraints ?? {}),
  );

it.each([
  ['nothing', '', []],
  ['as many letters as it takes', 'Paula', []],
  ['one letter more', 'Pauline', ['Too long.']],
  ['as many emoji', '😀'.repeat(5), []],
  ['one emoji more', '😀'.repeat(6), ['Too long.']],
  ['variation selectors', '❤️'.repeat(3), ['Too long.']],
  ['a million letters', 'x'.repeat(1_000_000), ['Too long.']],
  ['no text', 7, ['Too long.']],
])('judges %s', (_what, name, refused) => {
  expect(refusals(name)).toEqual(refused);
});
