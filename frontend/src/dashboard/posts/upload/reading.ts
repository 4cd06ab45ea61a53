import { TEXTS } from './texts';

/** The result of the browser's check of a file. */
export interface Reading {
  violation?: string;
  /** A small JPEG; `null` if the browser cannot decode the file. */
  poster: Blob | null;
}

/** The first bytes; empty if unreadable, such as a dropped folder. */
export async function headOf(file: File, bytes: number): Promise<Uint8Array> {
  const head = await file
    .slice(0, bytes)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  return new Uint8Array(head);
}

/** Why nothing can be made of a file without a byte; undefined: it has some. A dropped folder has none that can be read. */
export async function whyNothing(file: File): Promise<string | undefined> {
  if (file.size > 0) return undefined;
  return file.arrayBuffer().then(
    () => TEXTS.empty,
    () => TEXTS.folder,
  );
}

/** Sharp enough for a grid on a high-density screen. */
const LONGEST_SIDE = 640;
const MOST_BYTES = 200 * 1024;

/** A small JPEG of a frame or photo, on white since JPEG has no transparency. */
export async function jpegOf(source: CanvasImageSource, width: number, height: number): Promise<Blob | null> {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const paper = canvas.getContext('2d');
  if (!paper) return null;
  paper.fillStyle = 'white';
  paper.fillRect(0, 0, canvas.width, canvas.height);
  paper.drawImage(source, 0, 0, canvas.width, canvas.height);
  for (const quality of [0.82, 0.6, 0.35]) {
    const jpeg = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', quality);
    });
    if (jpeg && jpeg.size <= MOST_BYTES) return jpeg;
  }
  return null;
}
