import { MediaMark } from '../posts/MediaMark';
import { mediaUrl } from '../posts/Thumbnail';
import type { PostKind } from '../../types';
import { KINDS } from '../posts/kinds';

interface EntryPictureProps {
  className: string;
  kind: PostKind;
  path: string | null;
}

/** Thumbnail on the colour of its kind. Plain elements, since there may be hundreds. */
export const EntryPicture = ({ className, kind, path }: EntryPictureProps) => (
  <span className={className}>
    {path ? (
      <img src={mediaUrl(path)} alt="" loading="lazy" draggable={false} />
    ) : (
      <MediaMark media={KINDS[kind].media} />
    )}
  </span>
);
