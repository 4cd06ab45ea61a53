import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { lazyPart } from '../../lazyPart';
import { OpenedPart } from '../layout/OpenedPart';
import { PHONE } from '../layout/sizes';
import { usePreload } from '../layout/usePreload';
import { PrimaryAction, workOf } from './PrimaryAction';
import { alreadyMissing, fittingTargets, type Way } from './sending';
import { TEXTS } from './texts';
import type { Composer } from './useComposer';
import type { Send } from './useSend';

const Confirmation = lazyPart(() =>
  import('../layout/Confirmation').then((part) => ({ default: part.Confirmation })),
);

interface ActionsProps {
  composer: Composer;
  send: Send;
}

export function Actions({ composer, send: { way, send, doubted } }: ActionsProps) {
  const [asked, setAsked] = useState<'now' | 'over'>();
  const { isDirty, files, post, accounts } = composer;
  // Those of the preview are a little behind, and what they miss would be sent without a question.
  const targets = fittingTargets(post, files, accounts ?? []);
  usePreload(Confirmation.ready);
  const close = () => {
    setAsked(undefined);
  };
  const other = (each: Way, label: string, press: () => void) => (
    <Button variant="outlined" color="inherit" disabled={way !== undefined} onClick={press}>
      {way === each ? workOf(each, composer) : label}
    </Button>
  );
  return (
    <Box sx={ROW}>
      {isDirty && (
        <Button
          color="inherit"
          disabled={way !== undefined}
          onClick={() => {
            setAsked('over');
          }}
          sx={{ mr: { sm: 'auto' }, ml: { sm: -1 } }}
        >
          {TEXTS.startOver}
        </Button>
      )}
      {other('draft', TEXTS.saveDraft, () => {
        send('draft');
      })}
      {other('now', TEXTS.postNow, () => {
        const wrong = alreadyMissing(post, files, accounts ?? [], 'now');
        composer.refuse(wrong);
        if (Object.keys(wrong).length === 0) setAsked('now');
      })}
      {post.time !== '' &&
        other('queue', TEXTS.addToQueue, () => {
          send('queue');
        })}
      {post.time === '' &&
        other('schedule', TEXTS.schedule, () => {
          send('schedule');
        })}
      <Box sx={{ display: 'contents', [PHONE]: { display: 'none' } }}>
        <PrimaryAction composer={composer} send={{ way, send }} />
      </Box>
      {asked && (
        <OpenedPart close={close}>
          {asked === 'now' ? (
            <Confirmation
              title={TEXTS.postNowQuestion(targets.length)}
              safe={TEXTS.cancel}
              destructive={TEXTS.postNow}
              harmless
              cancel={close}
              confirm={() => {
                close();
                send('now');
              }}
            >
              {TEXTS.postNowHint}
            </Confirmation>
          ) : (
            <Confirmation
              title={TEXTS.startOverQuestion}
              safe={TEXTS.cancel}
              destructive={TEXTS.startOver}
              cancel={close}
              confirm={() => {
                close();
                composer.begin(true);
              }}
            >
              {TEXTS.startOverHint}
            </Confirmation>
          )}
        </OpenedPart>
      )}
      {doubted && (
        <OpenedPart close={doubted.cancel}>
          <Confirmation
            title={TEXTS.secondQuestion}
            safe={TEXTS.cancel}
            destructive={TEXTS.sendAnyway}
            harmless
            {...doubted}
          >
            {TEXTS.secondHint}
          </Confirmation>
        </OpenedPart>
      )}
    </Box>
  );
}

const ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: 1,
  [PHONE]: { display: 'grid', gridTemplateColumns: '1fr 1fr' },
};
