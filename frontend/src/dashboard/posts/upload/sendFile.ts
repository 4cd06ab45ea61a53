import {
  apiError,
  bearer,
  isGatewayWithoutServer,
  parse,
  unansweredError,
  withinSession,
} from '../../../api';
import { answered, unanswered } from '../../../serverReachability';
import { TEXTS } from './texts';

export interface FileToSend {
  /** Name of the file part: 'videos[]'. */
  field: string;
  file: File;
  /** Absent: 'titles[]'. */
  titleField?: string;
  title: string;
  /** Empty: none. */
  description: string;
  /** 'YYYY-MM-DD HH:mm:00' on the person's wall clock; empty: none. */
  time: string;
  poster: Blob | null;
  /** What it is uploaded in pieces for; absent: a post. */
  purpose?: 'post' | 'cover';
  /** Where its posts go; absent or empty: to the default account. */
  accountIds?: readonly number[];
  /** Further fields, by their names; several values are several parts. */
  more?: Record<string, string>;
}

/** Why `Sending.signal` is aborted, where the user wants nothing of the upload to be left. */
export const CANCELLED = 'cancelled';

/** 'lost': it waits for the connection. A number: it went on at this percentage. */
export type Way = 'lost' | number | null;

export interface Sending {
  signal: AbortSignal;
  onWay: (way: Way) => void;
  onProgress: (sent: number, total: number) => void;
  /** The server knows of it, so that later uploads come after it. */
  onBegun: () => void;
  /** Its posts may be made from here on, so that it is too late to cancel it. */
  onAsked?: () => void;
}

/** One file per request. XMLHttpRequest, since fetch does not report upload progress. */
export function sendFile<Answer>(url: string, toSend: FileToSend, sending: Sending): Promise<Answer> {
  const { field, file, titleField = 'titles[]', title, description, time, poster } = toSend;
  const body = new FormData();
  // The server reads the stream in order, so fields come before their file.
  body.append(titleField, title);
  if (description) body.append('descriptions[]', description);
  if (time) body.append('scheduled_for[]', time);
  for (const id of toSend.accountIds ?? []) body.append('account_ids[]', String(id));
  for (const [name, value] of Object.entries(toSend.more ?? {})) body.append(name, value);
  if (poster) body.append('posters[]', poster, 'poster.jpg');
  body.append(field, file, file.name);
  return withinSession(() => transfer('POST', url, body, sending, TEXTS.unknownOutcome)) as Promise<Answer>;
}

/** Replaces the file of a failed post. */
export function sendReplacement<Answer>(
  url: string,
  { file, poster }: Pick<FileToSend, 'file' | 'poster'>,
  sending: Omit<Sending, 'onWay'>,
): Promise<Answer> {
  const body = new FormData();
  if (poster) body.append('poster', poster, 'poster.jpg');
  body.append('file', file, file.name);
  return withinSession(() => transfer('PUT', url, body, sending)) as Promise<Answer>;
}

/** Longer than the server needs to look at a complete file. */
const SILENT_MS = 60_000;

/** @param unknownOutcome said where the server may have all of it, and did not answer */
function transfer(
  method: string,
  url: string,
  body: FormData,
  sending: Omit<Sending, 'onWay'>,
  unknownOutcome?: string,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    // A small file may be there before the browser has reported a byte of it.
    let mayBeThere = navigator.onLine;
    const lost = () => {
      clearTimeout(silence);
      void unanswered();
      reject(mayBeThere ? unansweredError(unknownOutcome) : apiError(0, ''));
    };
    const giveUp = () => {
      request.onabort = lost;
      request.abort();
    };
    let silence = setTimeout(giveUp, SILENT_MS);
    request.open(method, url);
    request.setRequestHeader('Accept', 'application/json');
    for (const [name, value] of Object.entries(bearer())) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(silence);
      silence = setTimeout(giveUp, SILENT_MS);
      if (loaded > 0) sending.onBegun();
      mayBeThere = loaded === total;
      sending.onProgress(loaded, total);
    };
    request.upload.onload = () => {
      mayBeThere = true;
      sending.onAsked?.();
    };
    request.onload = () => {
      clearTimeout(silence);
      const { status, responseText } = request;
      if (isGatewayWithoutServer(status, responseText)) {
        lost();
        return;
      }
      answered();
      if (status >= 200 && status < 300) resolve(parse(responseText));
      else reject(apiError(status, responseText));
    };
    request.onerror = lost;
    request.onabort = () => {
      clearTimeout(silence);
      reject(new DOMException('The upload was cancelled', 'AbortError'));
    };
    sending.signal.addEventListener('abort', () => {
      request.abort();
    });
    request.send(body);
  });
}
