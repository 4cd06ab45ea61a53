import type { KINDS } from './kinds';

export type Media = (typeof KINDS)[keyof typeof KINDS]['media'];

const MARKS: Record<Media, string> = {
  video: 'M4 7.5h10.5v9H4zM14.5 11l5-3v8l-5-3',
  none: 'M5 7h14M5 12h14M5 17h9',
  image: 'M4.5 5.5h15v13h-15zM4.5 16l4.5-4.5 4 4 2.5-2.5 4 4M15 9.5v.1',
};

/** Stands for a film, a picture or a text that has no picture to show; as wide as its surroundings say. */
export const MediaMark = ({ media }: { media: Media }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d={MARKS[media]} fill="none" stroke="currentColor" strokeWidth="1.6" />
  </svg>
);
