import type { Checker } from './checker';

/**
 * Fetches a picture from a site that Meta can reach. `sites`: where each really listens. What Meta's fetcher would not
 * take is noted.
 */
export async function fetchPicture(
  address: string,
  sites: Map<string, string>,
  checker: Checker,
): Promise<Buffer | undefined> {
  const url = new URL(address);
  const at = sites.get(url.origin);
  if (at === undefined) {
    checker.flag('unreachable-picture', address);
    return undefined;
  }
  if (!/^[\x21-\x7e]+$/.test(address)) checker.flag('picture-address', 'it is not ASCII');
  const headers = { 'user-agent': 'facebookexternalhit/1.1' };
  const answer = await fetch(at + url.pathname + url.search, { headers, redirect: 'manual' });
  const content = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200) return undefined;
  if (answer.headers.get('content-type') !== 'image/jpeg')
    checker.flag('picture-address', `it is ${String(answer.headers.get('content-type'))}`);
  if (answer.headers.has('set-cookie')) checker.flag('picture-address', 'it sets a cookie');
  return content;
}
