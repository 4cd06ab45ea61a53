import PreviousIcon from '@mui/icons-material/ChevronLeftRounded';
import NextIcon from '@mui/icons-material/ChevronRightRounded';
import IconButton from '@mui/material/IconButton';
import { useRef, useState } from 'react';
import { shapeOf, type ChosenFile } from '../chosenFile';
import { TEXTS } from '../texts';
import { Medium } from './Medium';

/** Swiped, or moved by its buttons. All have the shape of the first. */
export function Carousel({ files }: { files: readonly ChosenFile[] }) {
  const strip = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const [first] = files;
  const place = Math.min(at, files.length - 1);
  const go = (to: number) => {
    strip.current?.scrollTo({ left: to * strip.current.clientWidth });
  };
  return (
    <>
      <div className="preview-carousel" style={{ aspectRatio: first ? framed(shapeOf(first)) : 1 }}>
        <div
          ref={strip}
          className="preview-strip"
          role="group"
          aria-label={TEXTS.slides}
          // Arrow keys swipe it.
          tabIndex={0}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => {
            setAt(Math.round(scrollLeft / clientWidth));
          }}
        >
          {files.map((file, n) => (
            // By its place: a slide that is moved would take the view with it.
            <div key={n} inert={n !== place}>
              <Medium file={file} />
            </div>
          ))}
        </div>
        <span className="preview-place" role="status">
          {TEXTS.ofAll(place + 1, files.length)}
        </span>
        {place > 0 && (
          <IconButton
            size="small"
            className="preview-step is-previous"
            aria-label={TEXTS.previous}
            onClick={() => {
              go(place - 1);
            }}
          >
            <PreviousIcon />
          </IconButton>
        )}
        {place < files.length - 1 && (
          <IconButton
            size="small"
            className="preview-step is-next"
            aria-label={TEXTS.next}
            onClick={() => {
              go(place + 1);
            }}
          >
            <NextIcon />
          </IconButton>
        )}
      </div>
      <p className="preview-note is-inside">{TEXTS.croppedHint}</p>
    </>
  );
}

/** Instagram's own limits of a picture's shape. */
const framed = (shape: number) => Math.min(1.91, Math.max(0.8, shape));
