import { seek, withVideo } from '../posts/upload/readVideo';
import { discardUpload } from '../posts/upload/resumable/unfinishedUploads';
import { sendCover } from './sendMedium';

/** What Meta takes of a cover, and the server. */
const MOST_BYTES = 10 * 1024 ** 2;
const QUALITIES = [0.92, 0.8, 0.6];

/**
 * Frames as uploaded pictures, for a network that takes only those as a cover. The last one is remembered, so that
 * another try sends no second one.
 */
export class FrameCovers {
  private last: { src: string; atMs: number; mediumId: string } | undefined;

  /**
   * @returns the id of the upload; null: this browser cannot decode the film
   * @throws ApiError when the picture cannot be uploaded
   */
  async idOf(src: string, atMs: number): Promise<string | null> {
    if (this.last?.src === src && this.last.atMs === atMs) return this.last.mediumId;
    const frame = await cutFrame(src, atMs);
    if (!frame) return null;
    const { id: mediumId } = await sendCover(new File([frame], 'cover.jpg', { type: 'image/jpeg' }));
    this.clear(true);
    this.last = { src, atMs, mediumId };
    return mediumId;
  }

  /** @param discard what is on the server is not needed any more */
  clear(discard: boolean) {
    if (discard && this.last) void discardUpload(`/api/uploads/${this.last.mediumId}`);
    this.last = undefined;
  }
}

/** The frame of a film in its own size, as a JPEG; null: this browser cannot decode the film, or may not read it. */
async function cutFrame(src: string, atMs: number): Promise<Blob | null> {
  const frame = await withVideo(src, async (video) => {
    await seek(video, Math.min(atMs / 1000, video.duration));
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
    canvas.getContext('2d')?.drawImage(video, 0, 0);
    for (const quality of QUALITIES) {
      const jpeg = await new Promise<Blob | null>((resolve) => {
        canvas.toBlob(resolve, 'image/jpeg', quality);
      });
      if (jpeg && jpeg.size <= MOST_BYTES) return jpeg;
    }
    return null;
  });
  return frame ?? null;
}
