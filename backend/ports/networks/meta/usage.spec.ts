import { TestClock, clockOf } from '../../../../test/support/test-clock';
import type { PublishJob } from '../network';
import type { Exchange } from './http-exchange';
import { MetaNetworks } from './meta-networks';
import { Usage } from './usage';

const MINUTE = 60_000;

/** `ours`: the tokens that are known to belong to the configured app. */
function counting({ ours = ['A', 'B'] } = {}) {
  const time = { now: 0 };
  const usage = new Usage(() => time.now);
  for (const token of ours) usage.noteOurs(token);
  return { time, usage };
}

const used = (share: number) => JSON.stringify({ call_count: 12, total_time: share, total_cputime: 3 });
const useCase = (type: string, share: number, minutes = 0) =>
  JSON.stringify({
    '112130216863063': [{ type, call_count: share, estimated_time_to_regain_access: minutes }],
  });

it('pauses nobody before it was told anything, at whatever time its clock began', () => {
  const { time, usage } = counting();
  time.now = -MINUTE;
  expect(usage.restMs('A', 'facebook')).toBe(0);
});

describe('usage in a good answer', () => {
  it('pauses all accounts of an app at its limit for a quarter of an hour', () => {
    const { time, usage } = counting();
    usage.noteGood('A', { 'x-app-usage': used(100) });
    expect([usage.restMs('A', 'facebook'), usage.restMs('B', 'instagram')]).toEqual([
      15 * MINUTE,
      15 * MINUTE,
    ]);
    time.now = 15 * MINUTE;
    expect(usage.restMs('B', 'instagram')).toBe(0);
  });

  it('pauses only that token while it may belong to another app', () => {
    const { usage } = counting({ ours: ['B'] });
    usage.noteGood('A', { 'x-app-usage': used(100) });
    expect([usage.restMs('A', 'facebook'), usage.restMs('B', 'facebook')]).toEqual([15 * MINUTE, 0]);
  });

  it.each([
    ['of a Page', { 'x-page-usage': used(101) }, 15 * MINUTE, 0],
    ['of the use case of Pages', { 'x-business-use-case-usage': useCase('pages', 100) }, 15 * MINUTE, 0],
    ['of Pages, with its end', { 'x-business-use-case-usage': useCase('pages', 3, 7) }, 7 * MINUTE, 0],
    ['of Instagram', { 'x-business-use-case-usage': useCase('instagram', 100, 2) }, 0, 2 * MINUTE],
    ['of advertising', { 'x-business-use-case-usage': useCase('ads_management', 100, 9) }, 0, 0],
    ['with a wait of years', { 'x-business-use-case-usage': useCase('pages', 100, 1e9) }, 1440 * MINUTE, 0],
    ['just below the limit', { 'x-app-usage': used(99), 'x-page-usage': used(99) }, 0, 0],
    ['that is garbage', { 'x-app-usage': '[100]', 'x-business-use-case-usage': '{"1":[5]}' }, 0, 0],
  ])('pauses as told: usage %s', (_name, headers, facebook, instagram) => {
    const { usage } = counting();
    usage.noteGood('A', headers);
    expect([usage.restMs('A', 'facebook'), usage.restMs('A', 'instagram')]).toEqual([facebook, instagram]);
    expect([usage.restMs('B', 'facebook'), usage.restMs('B', 'instagram')]).toEqual([0, 0]);
  });

  it('ends the pause when it is below the limit or absent', () => {
    const { usage } = counting();
    usage.noteGood('A', { 'x-app-usage': used(100) });
    usage.noteGood('B', {});
    expect(usage.restMs('A', 'facebook')).toBe(0);
  });
});

describe('usage of several objects in one answer', () => {
  const rows = (usage: Record<string, [type: string, share: number, minutes?: number]>) => ({
    'x-business-use-case-usage': JSON.stringify(
      Object.fromEntries(
        Object.entries(usage).map(([id, [type, call_count, estimated_time_to_regain_access = 0]]) => [
          id,
          [{ type, call_count, estimated_time_to_regain_access }],
        ]),
      ),
    ),
  });
  const restsAfter = (headers: Record<string, string>) => {
    const { usage } = counting();
    usage.noteAccount('A', 'facebook', '77');
    usage.noteAccount('A', 'instagram', '88');
    usage.noteGood('A', headers);
    return [usage.restMs('A', 'facebook') / MINUTE, usage.restMs('A', 'instagram') / MINUTE];
  };

  it.each([
    ['another Page is at its limit', rows({ 77: ['pages', 10], 99: ['pages', 100, 60] }), [0, 0]],
    ['this Page is', rows({ 77: ['pages', 100, 7], 99: ['pages', 100, 60] }), [7, 0]],
    ['another Instagram account is', rows({ 88: ['instagram', 1], 99: ['instagram', 100, 60] }), [0, 0]],
    ['the business is, which is all that is told of', rows({ 55: ['pages', 100, 60] }), [60, 0]],
    [
      'the other network tells of this account',
      rows({ 88: ['instagram', 1], 99: ['pages', 100, 60] }),
      [60, 0],
    ],
  ])('pauses only whom it is about: %s', (_what, headers, rests) => {
    expect(restsAfter(headers)).toEqual(rests);
  });

  it('tells how long a refusal lasts for the account that was refused', async () => {
    const headers = rows({ 77: ['pages', 100, 7], 99: ['pages', 100, 600] });
    const text = JSON.stringify({ error: { message: 'No', code: 80001 } });
    const answer: Exchange = { kind: 'answered', status: 400, headers, text };
    const clock = new TestClock();
    clock.stop();
    const hosts = { graphUrl: 'https://graph.example', ruploadUrl: 'https://up.example', version: 'v26.0' };
    const networks = new MetaNetworks(hosts, clockOf(clock.now), () => Promise.resolve(answer));
    const job = {
      ...{ credentials: { accountId: '77', token: 'A' }, format: 'text', title: '', text: 'Bread' },
      ...{ session: null, signal: new AbortController().signal, held: () => true },
      ledger: { begin: () => Promise.resolve(1), finish: () => Promise.resolve() },
    } as unknown as PublishJob;
    expect(await networks.publish('facebook', job)).toMatchObject({
      ...{ kind: 'account', action: 'wait', untilMs: clock.now() + 7 * MINUTE },
    });
  });
});

describe('a token that may belong to another app', () => {
  it('pauses nobody else when its app is at the limit', () => {
    const { usage } = counting({ ours: ['B'] });
    usage.noteRefused('A', { 'x-app-usage': used(100) }, { ofApp: true, waitMs: 1440 * MINUTE });
    expect([usage.restMs('A', 'facebook'), usage.restMs('B', 'facebook')]).toEqual([1440 * MINUTE, 0]);
  });

  it('ends no pause of the configured app, and waits as long', () => {
    const { usage } = counting({ ours: ['B'] });
    usage.noteGood('B', { 'x-app-usage': used(100) });
    usage.noteGood('A', {});
    expect([usage.restMs('A', 'facebook'), usage.restMs('B', 'facebook')]).toEqual([
      15 * MINUTE,
      15 * MINUTE,
    ]);
  });
});

describe('a refusal', () => {
  it('pauses all accounts of an app whose limit is reached, for as long as Meta says', () => {
    const { usage } = counting();
    usage.noteRefused('A', {}, { ofApp: true, waitMs: 40 * MINUTE });
    expect(usage.restMs('B', 'facebook')).toBe(40 * MINUTE);
  });

  it('pauses nothing for other reasons, and ends no pause', () => {
    const { usage } = counting();
    usage.noteRefused('A', {}, { ofApp: false });
    expect(usage.restMs('A', 'facebook')).toBe(0);
    usage.noteRefused('A', {}, { ofApp: true });
    usage.noteRefused('B', {}, { ofApp: false });
    expect(usage.restMs('B', 'facebook')).toBe(15 * MINUTE);
  });
});
