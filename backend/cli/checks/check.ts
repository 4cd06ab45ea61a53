import { withTimeout } from '../../common/time/timeout';

/** What a check found, and what to do about it. */
export interface Finding {
  state: 'ok' | 'warn' | 'fail';
  text: string;
  remedy?: string;
}

export interface Check {
  name: string;
  run: () => Promise<Finding>;
}

const LIMIT_MS = 5_000;

export const ok = (text: string): Finding => ({ state: 'ok', text });
export const warn = (text: string, remedy: string): Finding => ({ state: 'warn', text, remedy });
export const fail = (text: string, remedy: string): Finding => ({ state: 'fail', text, remedy });

/** One check after the other cannot hang: what does not answer in time has failed. */
export async function outcomeOf({ run }: Check): Promise<Finding> {
  try {
    return await withTimeout(LIMIT_MS, run());
  } catch (error) {
    const text = (error as Error).message;
    return /^no answer in \d+ ms$/.test(text)
      ? fail(`no answer in ${LIMIT_MS / 1000} seconds`, 'Check the disk or the server behind it.')
      : fail(text, 'Mend what this names, then ask again.');
  }
}

export const megabytes = (bytes: number): string =>
  bytes >= 10 * 1024 ** 3 ? `${Math.round(bytes / 1024 ** 3)} GB` : `${Math.round(bytes / 1024 ** 2)} MB`;
