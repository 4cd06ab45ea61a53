import fc from 'fast-check';
import { EventParser } from './eventParser';

const read = (...pieces: string[]) => {
  const parser = new EventParser();
  return pieces.flatMap((piece) => parser.push(piece));
};

it('reads what the server sends', () => {
  expect(read(':\n\nid: 1.0.2\nevent: changed\ndata: {"topics":["videos"]}\n\n:\n\n')).toEqual([
    { id: '1.0.2', name: 'changed', data: '{"topics":["videos"]}' },
  ]);
});

it.each([
  ['an event that is not over yet', 'data: a\n', []],
  ['an event without data', 'id: 7\nevent: x\n\n', []],
  [
    'several lines of data',
    'data: a\ndata:b\ndata\n\n',
    [{ id: undefined, name: 'message', data: 'a\nb\n' }],
  ],
  ['only the first space', 'data:  a:b\n\n', [{ id: undefined, name: 'message', data: ' a:b' }]],
  ['fields that it does not know', 'retry: 5\nfoo: 1\nbar\ndata: a\n\n', [{ data: 'a' }]],
  [
    'an id that holds on',
    'id: 7\ndata: a\n\nevent: x\ndata: b\n\ndata: c\n\n',
    [
      { id: '7', name: 'message', data: 'a' },
      { id: '7', name: 'x', data: 'b' },
      { id: '7', name: 'message', data: 'c' },
    ],
  ],
  [
    'an id that is emptied, and one that may not be',
    'id: 7\nid: 8\0\nid\ndata: a\n\n',
    [{ id: '', data: 'a' }],
  ],
  ['a mark of byte order', '\uFEFFdata: a\n\n', [{ data: 'a' }]],
  ['line breaks of other systems', 'data: a\r\rdata: b\r\n\r\n', [{ data: 'a' }, { data: 'b' }]],
])('knows %s', (_, text, events) => {
  expect(read(text)).toMatchObject(events);
  expect(read(text)).toHaveLength(events.length);
});

it('reads the same wherever the text is cut', () => {
  const line = fc.constantFrom('data: a', 'data:b', 'id: 1', 'event: x', ': beat', '', '');
  const lines = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n')), { maxLength: 12 });
  fc.assert(
    fc.property(lines, fc.array(fc.nat(80)), (parts, cuts) => {
      const text = parts.flat().join('');
      const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
      const pieces = places.slice(1).map((end, n) => text.slice(places[n], end));
      expect(read(...pieces)).toEqual(read(text));
    }),
  );
});
