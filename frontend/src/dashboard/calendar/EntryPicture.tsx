import { mediaUrl } from '../posts/Thumbnail';
import type { PostKind } from '../../types';
import { KINDS } from '../posts/kinds';

interface EntryPictureProps {
  className: string;
  kind: PostKind;
  path: string | null;
}

const MARKS = {
  video: 'M4 7.5h10.5v9H4zM14.5 11l5-3v8l-5-3',
  none: 'M5 7h14M5 12h14M5 17h9',
  image: 'M4.5 5.5h15v13h-15zM4.5 16l4.5-4.5 4 4 2.5-2.5 4 4M15 9.5v.1',
};

/** Thumbnail on the colour of its kind. Plain elements, since there may be hundreds. */
export const EntryPicture = ({ className, kind, path }: EntryPictureProps) => (
  <span className={className}>
    {path ? (
      <img src={mediaUrl(path)} alt="" loading="lazy" draggable={false} />
    ) : (
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={MARKS[KINDS[kind].media]} fill="none" stroke="currentColor" strokeWidth="1.6" />
      </svg>
    )}
  </span>
);
