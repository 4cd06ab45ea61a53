import { ApiError, isApiError, postOnce } from './api';

/**
 * Calls that must not be made twice. One whose outcome is unknown has the same key when it is made again, by which the
 * server knows it and answers as it did the first time.
 */
export class CallsOnce {
  /** Of calls whose outcome is unknown, by what they ask for. */
  private readonly keys = new Map<string, string>();

  get isUnsure(): boolean {
    return this.keys.size > 0;
  }

  async post<T>(path: string, payload?: unknown): Promise<T> {
    const content = `${path} ${JSON.stringify(payload)}`;
    const known = this.keys.get(content);
    const key = known ?? newKey();
    const how = { isRepeated: known !== undefined, hasLeft: navigator.onLine };
    this.keys.set(content, key);
    const heard = (refusal: unknown) => {
      if (isApiError(refusal) && isOver(refusal, how)) this.keys.delete(content);
    };
    try {
      const answer = await postOnce<T>(path, payload, key, heard);
      this.keys.delete(content);
      return answer;
    } catch (error) {
      throw how.isRepeated ? inWords(error) : error;
    }
  }
}

/** Whether nothing more can be learned of a call: it was not made, or its answer is lost for good. */
function isOver(refusal: ApiError, { isRepeated, hasLeft }: { isRepeated: boolean; hasLeft: boolean }) {
  const { status } = refusal;
  // This is what the first call was answered.
  if (isReplayed(refusal)) return true;
  if (status === 0) return !isRepeated && !hasLeft;
  if (status >= 500 || isStillRunning(refusal)) return false;
  // Otherwise a guard stopped the repetition, which says nothing of the first call.
  return !isRepeated || status === 422 || status === 409;
}

const isReplayed = ({ headers }: ApiError) => headers.has('Idempotency-Replayed');

const isStillRunning = ({ status, headers }: ApiError) => status === 409 && headers.has('Retry-After');

/** Of its keys, the server speaks to programmers. */
function inWords(error: unknown): unknown {
  if (!isApiError(error) || error.status !== 409 || isReplayed(error)) return error;
  const message = isStillRunning(error)
    ? 'It is still being saved. Try again in a moment.'
    : 'The answer was lost. Check what was changed before you try again.';
  return new ApiError(409, error.error, message);
}

/** `randomUUID` is not there where the page came over plain http. */
const newKey = () =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('');
