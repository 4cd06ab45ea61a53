import type { Config } from '../../config/config';
import { BucketError } from '../../ports/storage/bucket-error';
import { openPlace } from '../../ports/storage/storage.module';
import { fail, type Finding } from './check';

const KEYS = 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';

/** By the bucket's word. Stores have others, too. */
const REMEDIES: Record<string, string> = {
  NoSuchBucket: 'Create the bucket, or mend STORAGE_URL: Pagecast never makes one.',
  AccessDenied:
    'Give these keys the rights that "Media in a bucket" in docs/operate.md lists, or mend STORAGE_URL.',
  ExpiredToken: `Set new keys: ${KEYS}, with AWS_SESSION_TOKEN.`,
  RequestTimeTooSkewed: "Set this machine's clock (NTP).",
  PermanentRedirect: 'Check the region and the endpoint in STORAGE_URL.',
  AuthorizationHeaderMalformed: 'Check the region and the endpoint in STORAGE_URL.',
};

/** What the bucket says to somebody who reads its mark, and to somebody who adds files; undefined if it lets them. */
export async function refusalOf(config: Config): Promise<BucketError | undefined> {
  try {
    const place = await openPlace(config);
    if (await place.readMark()) await place.tryWriting();
    return undefined;
  } catch (error) {
    if (error instanceof BucketError) return error;
    throw error;
  }
}

export function bucketFails(place: string, refusal: BucketError): Finding {
  if (refusal.lacksKeys) return fail(`${place}: no keys were found for it`, `Set ${KEYS}.`);
  return fail(`${place}: ${refusal.message}`, remedyFor(refusal));
}

function remedyFor({ code, status, failing }: BucketError): string {
  if (status === undefined) return 'Check the endpoint in STORAGE_URL, and the network.';
  if (failing === 'as a whole')
    return 'The store is overloaded or out of order. Ask again later, or ask whoever runs it.';
  return REMEDIES[code] ?? `Check STORAGE_URL, ${KEYS}.`;
}
