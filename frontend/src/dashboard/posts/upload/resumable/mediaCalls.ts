import { get, post, send } from '../../../../api';
import type { Schemas, Uploaded } from '../../../../types';

/** An uploaded file, by the path of its upload. */
export const fetchMedium = (upload: string) => get<Schemas['MediumView']>(`/media/${idOf(upload)}`);

export const setPosterOfMedium = (upload: string, poster: Blob, signal: AbortSignal) =>
  send(`/api/media/${idOf(upload)}/poster`, {
    signal,
    method: 'PUT',
    headers: { 'Content-Type': 'image/jpeg' },
    body: poster,
  });

/** Posts made of uploaded files. */
export const postFromMedia = (resource: string, choice: Schemas['MediaPicks']) =>
  post<Uploaded>(`/${resource}`, choice);

const idOf = (upload: string) => upload.split('/').at(-1) ?? '';
