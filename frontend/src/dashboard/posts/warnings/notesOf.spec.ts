import { notesOf } from './notesOf';

const warning = (code: 'too_close' | 'paused', item_id: number | null, message: string) => ({
  code,
  item_id,
  message,
  target: 0,
});

describe('the notes of warnings', () => {
  it('are their sentences, where each kind comes once', () => {
    expect(notesOf([])).toEqual([]);
    const one = [warning('too_close', 2, '"Bread" is near.'), warning('paused', null, 'It is paused.')];
    expect(notesOf(one)).toEqual(['"Bread" is near.', 'It is paused.']);
  });

  it('are a count, where a kind comes more often', () => {
    const many = [2, 3, 4].map((id) => warning('too_close', id, `"Post ${id}" is near.`));
    const accounts = ['One', 'Two'].map((name) => warning('paused', null, `${name} is paused.`));
    expect(notesOf([...many, ...accounts])).toEqual([
      '3 posts go out within 15 minutes of another post for the same account.',
      '2 accounts are paused. Nothing goes out there for now.',
    ]);
  });
});
