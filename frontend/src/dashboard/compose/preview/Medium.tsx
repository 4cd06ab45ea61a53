import { useEffect, useRef, useState } from 'react';
import type { ChosenFile } from '../chosenFile';
import { TEXTS } from '../texts';
import type { Cover } from '../unsentPost';

interface MediumProps {
  file: ChosenFile;
  cover?: Cover | null;
}

/** A picture, or a film that plays on a press and otherwise shows its cover. */
export function Medium({ file, cover = null }: MediumProps) {
  const { src, posterUrl, isFilm, altText, name } = file;
  const [broken, setBroken] = useState<string>();
  if (!src || broken === src)
    return (
      <div className="preview-unseen">
        {posterUrl ? <img src={posterUrl} alt="" /> : <p>{src ? TEXTS.cannotShow : <bdi>{name}</bdi>}</p>}
      </div>
    );
  const fail = () => {
    setBroken(src);
  };
  if (!isFilm) return <img src={src} alt={altText} onError={fail} draggable={false} />;
  return <Film src={src} posterUrl={posterUrl} name={name} cover={cover} fail={fail} />;
}

interface FilmProps {
  src: string;
  posterUrl: string | null;
  name: string;
  cover: Cover | null;
  fail: () => void;
}

function Film({ src, posterUrl, name, cover, fail }: FilmProps) {
  const video = useRef<HTMLVideoElement>(null);
  const atMs = cover && 'atMs' in cover ? cover.atMs : null;
  useEffect(() => {
    if (atMs !== null && video.current?.paused) video.current.currentTime = atMs / 1000;
  }, [atMs]);
  const picture = cover && 'path' in cover ? cover.path : atMs === null ? posterUrl : undefined;
  return (
    <video
      ref={video}
      src={src}
      poster={picture ?? undefined}
      aria-label={name}
      muted
      loop
      playsInline
      controls
      preload="metadata"
      onError={fail}
    />
  );
}
