import fc from 'fast-check';
import { clockOf } from '../../../test/support/test-clock';
import { MediaLinks } from './media-links';

const HOUR = 3_600_000;
const KEY = `${'0123456789'.repeat(4)}.mp4`;
const secrets = { jwt: '', encryption: [Buffer.alloc(32, 7)] };

let now = 0;
const links = new MediaLinks(
  secrets,
  clockOf(() => now),
);
const parts = (link: string) => {
  const url = new URL(link, 'http://x/storage/');
  return [
    url.pathname.split('/').pop() ?? '',
    url.searchParams.get('expires'),
    url.searchParams.get('signature'),
  ] as const;
};

const instant = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2040, 0) });

it('keeps a link valid for at least an hour and at most a day, whenever it is made', () => {
  fc.assert(
    fc.property(instant, (made) => {
      now = made;
      const link = parts(links.sign(KEY));
      const isGoodAfter = (ms: number) => {
        now = made + ms;
        return links.lastsMs(...link) > 0;
      };
      expect([isGoodAfter(0), isGoodAfter(HOUR - 1), isGoodAfter(24 * HOUR)]).toEqual([true, true, false]);
    }),
  );
});

it('signs the same text for twelve hours, so that browsers cache what they show', () => {
  fc.assert(
    fc.property(instant, (made) => {
      const seen = new Set<string>();
      for (let hour = 0; hour < 12; hour++) {
        now = made + hour * HOUR;
        seen.add(links.sign(KEY));
      }
      expect(seen.size).toBeLessThanOrEqual(2);
    }),
  );
});

it('accepts a link only for its key, its expiry and its secret', () => {
  now = Date.UTC(2026, 10, 21);
  const [key, expires, signature] = parts(links.sign(KEY));
  expect(links.lastsMs(key, expires, signature)).toBeGreaterThan(0);
  expect(links.lastsMs(key.replace('mp4', 'mov'), expires, signature)).toBe(0);
  expect(links.lastsMs(key, String(Number(expires) + 1), signature)).toBe(0);
  expect(links.lastsMs(key, `0${expires}`, signature)).toBe(0);
  expect(links.lastsMs(key, [expires], signature)).toBe(0);
  expect(links.lastsMs(key, expires, [signature])).toBe(0);
  expect(links.lastsMs(key, expires, undefined)).toBe(0);
  expect(links.lastsMs(key, expires, '')).toBe(0);
  expect(links.lastsMs(key, expires, `${signature}A`)).toBe(0);
  const stranger = new MediaLinks(
    { ...secrets, encryption: [Buffer.alloc(32, 8)] },
    clockOf(() => now),
  );
  expect(stranger.lastsMs(key, expires, signature)).toBe(0);
});

it('signs with the newest key and verifies with all of them', () => {
  now = Date.UTC(2026, 10, 21);
  const [old, fresh] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
  const rotated = new MediaLinks(
    { jwt: '', encryption: [fresh, old] },
    clockOf(() => now),
  );
  const since = new MediaLinks(
    { jwt: '', encryption: [fresh] },
    clockOf(() => now),
  );
  expect(rotated.lastsMs(...parts(links.sign(KEY)))).toBeGreaterThan(0);
  expect(since.lastsMs(...parts(rotated.sign(KEY)))).toBeGreaterThan(0);
  expect(since.lastsMs(...parts(links.sign(KEY)))).toBe(0);
});
