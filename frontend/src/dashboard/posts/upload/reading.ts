/** What the browser can tell of a file before it is sent. */
export interface Reading {
  violation?: string;
  /** A small JPEG of it; `null` where this browser cannot decode the file. */
  poster: Blob | null;
}

/** The first bytes, which tell what it is; none of what cannot be read: a folder that was dropped. */
export async function headOf(file: File, bytes: number): Promise<Uint8Array> {
  const head = await file
    .slice(0, bytes)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  return new Uint8Array(head);
}

/** Small enough for a list, sharp enough for a grid on a fine screen. */
const LONGEST_SIDE = 640;
const MOST_BYTES = 200 * 1024;

/** A small picture of a frame or a photo; what is transparent becomes white, as a JPEG has to be opaque. */
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
