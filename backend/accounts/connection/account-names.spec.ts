import { fullNames, shortNames } from './account-names';

const account = (id: number, network: 'facebook' | 'instagram', name: string | null = `Name ${id}`) => ({
  id,
  network,
  name,
  remote_id: `10${id}`,
});

const PAGE = account(1, 'facebook', 'Bakery');
const INSTAGRAM = account(2, 'instagram', 'bakery.square');
const OTHER = account(3, 'facebook', null);

it('names networks where the user has one account on each', () => {
  expect(shortNames([INSTAGRAM, PAGE], [PAGE, INSTAGRAM])).toBe('Facebook and Instagram');
  expect(shortNames([PAGE], [PAGE])).toBe('Facebook');
  expect(shortNames([INSTAGRAM], [PAGE, OTHER, INSTAGRAM])).toBe('Instagram');
});

it('names accounts where the networks do not tell which, without a name by their ids', () => {
  const all = [PAGE, INSTAGRAM, OTHER];
  expect(shortNames([PAGE, INSTAGRAM], all)).toBe('Bakery (Facebook) and bakery.square (Instagram)');
  expect(shortNames([OTHER], all)).toBe('103 (Facebook)');
});

it('counts the accounts that do not fit', () => {
  const all = [1, 2, 3, 4, 5].map((id) => account(id, 'facebook'));
  expect(fullNames(all.slice(0, 3))).toBe('Name 1 (Facebook), Name 2 (Facebook) and Name 3 (Facebook)');
  expect(fullNames(all.slice(0, 4))).toBe(
    'Name 1 (Facebook), Name 2 (Facebook), Name 3 (Facebook) and 1 other account',
  );
  expect(fullNames(all)).toMatch(/ and 2 other accounts$/);
});
