import { sampleAccount } from '../../accounts/sampleAccount';
import { dataAccessWarning, needsReconnect, stateOf } from './accountWords';
import { TEXTS } from './texts';

const now = Date.parse('2026-11-23T12:00:00Z');
const days = (n: number) => new Date(now + n * 86_400_000).toISOString();

describe('the words of an account', () => {
  it('say why it is paused', () => {
    const removed = 'Access was removed on Facebook. Connect again.';
    expect(stateOf(sampleAccount({ status: 'paused', paused_reason: removed }))).toBe(removed);
    expect(stateOf(sampleAccount({ status: 'paused', network: 'instagram' }))).toBe(
      'Instagram refused the last call.',
    );
  });

  it('ask about one post or several that wait', () => {
    expect(TEXTS.removePending(1)).toBe(
      '1 pending post is waiting for this account. What should happen to it?',
    );
    expect(TEXTS.removePending(2)).toBe(
      '2 pending posts are waiting for this account. What should happen to them?',
    );
  });

  it('warn a week before the data access ends', () => {
    expect(dataAccessWarning(sampleAccount({ data_access_expires_at: days(8) }), now)).toBeUndefined();
    expect(dataAccessWarning(sampleAccount({ data_access_expires_at: days(3) }), now)).toBe(
      'Data access ends in 3 days. Reconnect to keep it.',
    );
    expect(dataAccessWarning(sampleAccount({ data_access_expires_at: days(-1) }), now)).toBe(
      'Data access has ended. Reconnect to renew it.',
    );
  });

  it.each([
    ['one that works', {}, false],
    ['one that waits for its turn', { status: 'paused', resumes_at: days(0.1) }, false],
    ['one that waits for a token', { status: 'paused' }, true],
    ['one that ends soon', { expires_at: days(6) }, true],
    ['one that lasts', { expires_at: days(30) }, false],
    ['one whose data access ends soon', { data_access_expires_at: days(1) }, true],
  ] as const)('say whether to reconnect: %s', (_what, more, needed) => {
    expect(needsReconnect(sampleAccount(more), now)).toBe(needed);
  });
});
