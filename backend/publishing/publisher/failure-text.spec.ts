import { failureText, missedText } from './failure-text';

it.each([
  [
    'The page is gone',
    { code: 100, subcode: 33 },
    'Reconnect.',
    'The page is gone. (Meta error 100/33) Reconnect.',
  ],
  ['Too many calls!', { code: 4 }, 'Wait.', 'Too many calls! (Meta error 4) Wait.'],
  ['No code', undefined, 'Try again.', 'No code. Try again.'],
  ['Code nought', { code: 0, subcode: 0 }, '', 'Code nought. (Meta error 0/0)'],
  ['Trace only', { traceId: 'abc' }, '', 'Trace only.'],
])('%s: is followed by the code and the advice', (reason, code, advice, text) => {
  expect(failureText(reason, code, advice)).toBe(text);
});

it('names when a missed post was due and how long it was tried', () => {
  expect(missedText(Date.UTC(2026, 10, 21, 9, 30), 86_400_000)).toMatch(
    /^Missed: it was due at 2026-11-21T09:30:00\.000Z and could not be posted within 1440 minutes\./,
  );
});
