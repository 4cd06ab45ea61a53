import { apiError, bearer, parse } from '../../../api';

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
  /** Further fields. */
  more?: Record<string, string>;
}

export interface Sending {
  signal: AbortSignal;
  onProgress: (sent: number, total: number) => void;
}

/** One file in one request. XMLHttpRequest, since fetch tells nothing of an upload's progress. */
export function sendFile(
  url: string,
  { field, file, titleField = 'titles[]', title, description, time, poster, more = {} }: FileToSend,
  sending: Sending,
): Promise<unknown> {
  const body = new FormData();
  // The server reads the stream in order: what describes a file stands before it.
  body.append(titleField, title);
  if (description) body.append('descriptions[]', description);
  if (time) body.append('scheduled_for[]', time);
  for (const [name, value] of Object.entries(more)) body.append(name, value);
  if (poster) body.append('posters[]', poster, 'poster.jpg');
  body.append(field, file, file.name);

  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.setRequestHeader('Accept', 'application/json');
    for (const [name, value] of Object.entries(bearer())) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => {
      sending.onProgress(loaded, total);
    };
    request.onload = () => {
      const { status, responseText } = request;
      if (status >= 200 && status < 300) resolve(parse(responseText));
      else reject(apiError(status, responseText));
    };
    request.onerror = () => {
      reject(apiError(0, ''));
    };
    request.onabort = () => {
      reject(new DOMException('The upload was cancelled', 'AbortError'));
    };
    sending.signal.addEventListener('abort', () => {
      request.abort();
    });
    request.send(body);
  });
}
