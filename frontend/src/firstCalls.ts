/**
 * The calls that every start of the dashboard makes. headScript.ts begins them while the app is still loading, and the app
 * takes over the answers. On a slow connection this saves a round trip per call.
 */
interface FirstCalls {
  token: string;
  begunAt: number;
  answers: Map<string, Promise<Response>>;
}

declare global {
  interface Window {
    firstCalls?: FirstCalls;
  }
}

const VALIDATE = '/api/auth/validate-token';
const EVERYWHERE = [
  '/api/config',
  '/api/user',
  '/api/user/subscription',
  '/api/user/connection',
  '/api/accounts',
];
/** Of each screen's manifest, by the path of the screen. The build puts them into headScript.ts, which is small. */
declare const FIRST_CALLS: Partial<Record<string, readonly string[]>>;

const LIST = /[?&]range=/;

/** Longer than any of them takes; what nobody has taken by then is no answer to a later question. */
const ANSWER_MS = 60_000;
/** Longer than a page takes to open on a good line. */
const OLD_MS = 2_000;

/**
 * Nothing is asked for before it is known that the session holds.
 *
 * @param path of the screen, without a slash at its end.
 * @param search of the address; a list that is narrowed by it does not need its first page.
 */
export function beginFirstCalls(token: string, path: string, search: string): void {
  const answers = new Map<string, Promise<Response>>();
  window.firstCalls = { token, begunAt: performance.now(), answers };
  const begin = (url: string) => {
    const answer = fetch(url, {
      headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    answers.set(url, answer);
    return answer;
  };
  begin(VALIDATE)
    .then(({ ok }) => {
      if (!ok) return;
      // A call that finds no network is made again by the app, which tells of it.
      const ofScreen = (FIRST_CALLS[path] ?? []).filter((url) => search === '' || !LIST.test(url));
      for (const url of [...EVERYWHERE, ...ofScreen]) begin(url).catch(() => undefined);
    })
    .catch(() => undefined);
}

/** Each answer is for one caller, with the same session. */
export function firstAnswer(url: string, token: string | null): Promise<Response> | undefined {
  const calls = window.firstCalls;
  if (!calls || calls.token !== token || ageOf(calls) > ANSWER_MS) return undefined;
  const answer = calls.answers.get(url);
  calls.answers.delete(url);
  return answer;
}

/** Whether the answers are of a time before anybody listened for changes. */
export const firstAnswersAreOld = () => window.firstCalls !== undefined && ageOf(window.firstCalls) > OLD_MS;

const ageOf = ({ begunAt }: FirstCalls) => performance.now() - begunAt;
