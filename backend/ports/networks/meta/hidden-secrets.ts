/** What is shorter is no secret, and may be part of any word. */
const SHORTEST = 8;

/** What tokens of Meta's look like: some that it names are not this call's. */
const LIKE_A_TOKEN = /EAA[\w-]{17,}/g;

const HIDDEN = '[token]';

/**
 * Replaces these secrets in a text of Meta's, and whatever looks like a token. Meta repeats tokens in its errors, which
 * are stored, shown and mailed.
 */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return (
    secrets
      .filter(({ length }) => length >= SHORTEST)
      // The longer ones first, since one secret may be part of another.
      .sort((one, other) => other.length - one.length)
      .flatMap((secret) => [secret, encodeURIComponent(secret)])
      .reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text)
      .replace(LIKE_A_TOKEN, HIDDEN)
  );
}
