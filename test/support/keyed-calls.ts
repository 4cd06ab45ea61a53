import type { Answer, Client } from './client';

/** A POST with an `Idempotency-Key`. */
export const keyed = (client: Client, key: string, path: string, body?: unknown): Promise<Answer> =>
  client.call('POST', path, body, { 'idempotency-key': key });

/** With this very text as its JSON. */
export async function keyedFrom(
  { url, token }: Client,
  key: string,
  path: string,
  text: string,
  signal?: AbortSignal,
): Promise<Answer> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: text,
    signal,
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

/** Holds up the next call of a method until it is opened. */
export function gateOn<Name extends string>(of: Record<Name, (...given: any[]) => Promise<any>>, name: Name) {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const real = of[name].bind(of);
  let arrive = (): void => undefined;
  const reached = new Promise<void>((resolve) => (arrive = resolve));
  (jest.spyOn(of, name as never) as unknown as jest.SpyInstance<Promise<any>, any[]>).mockImplementationOnce(
    async (...given) => {
      arrive();
      await opened;
      return real(...given);
    },
  );
  return { reached, open };
}
