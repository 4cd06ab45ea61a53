import Button from '@mui/material/Button';
import type { Way } from './sending';
import { TEXTS } from './texts';
import type { Composer } from './useComposer';
import type { Send } from './useSend';

interface PrimaryActionProps {
  composer: Composer;
  send: Pick<Send, 'way' | 'send'>;
}

/** With a time the post is scheduled; without one it waits for its turn. */
export function PrimaryAction({ composer, send: { way, send } }: PrimaryActionProps) {
  const { post } = composer;
  const primary = post.time ? 'schedule' : 'queue';
  const label = post.time ? TEXTS.schedule : TEXTS.addToQueue;
  return (
    <Button
      variant="contained"
      disabled={way !== undefined}
      onClick={() => {
        send(primary);
      }}
    >
      {way === primary ? workOf(primary, composer) : label}
    </Button>
  );
}

/** What a pressed button says: first the files have to arrive. */
export const workOf = (way: Way, { files, coverUpload }: Composer): string =>
  files.every(({ state }) => state === 'ready') && !coverUpload.sent ? TEXTS.sending[way] : TEXTS.finishing;
