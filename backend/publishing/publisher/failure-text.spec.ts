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

it.each([
  [24 * 60, '24 hours'],
  [60, '1 hour'],
  [90, '90 minutes'],
  [1, '1 minute'],
])('says of a post that was missed after %d minutes that it was tried for %s', (minutes, span) => {
  expect(missedText(minutes * 60_000)).toContain(
    `Missed: it could not be posted within ${span} of its time.`,
  );
});
