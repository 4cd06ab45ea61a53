import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { lazyPart } from '../../lazyPart';
import { Screen } from '../layout/Screen';
import { ScreenSkeleton } from '../layout/ScreenSkeleton';
import { Panel } from '../layout/Panel';
import { useCaptionChoices } from '../posts/text/useCaptionChoices';
import { ConfirmLeave } from '../posts/upload/ConfirmLeave';
import { SubscriptionRequired } from '../subscription/SubscriptionRequired';
import { useNeedsPlan } from '../subscription/useNeedsPlan';
import { Actions } from './Actions';
import { CoverField } from './CoverField';
import './compose.css';
import { Files } from './Files';
import { BESIDE, COLUMNS } from './layout';
import { Preview } from './preview/Preview';
import { PrimaryAction } from './PrimaryAction';
import { Targets } from './Targets';
import { Texts } from './Texts';
import { TEXTS } from './texts';
import { useComposer } from './useComposer';
import { useFocusOnWrong } from './useFocusOnWrong';
import { useSend } from './useSend';
import { When } from './When';

const EditPost = lazyPart(() => import('./EditPost'));

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/** A new post, or with `?edit={id}` one that is pending. */
export default function Compose() {
  const [parameters] = useSearchParams();
  const edited = parameters.get('edit');
  if (edited === null) return <NewPost />;
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <EditPost key={edited} id={/^[1-9]\d{0,9}$/.test(edited) ? Number(edited) : 0} />
    </Suspense>
  );
}

function NewPost() {
  const needsPlan = useNeedsPlan(useCaptionChoices());
  if (needsPlan)
    return (
      <Screen title={TEXTS.newPost}>
        <SubscriptionRequired />
      </Screen>
    );
  return <Composer />;
}

/** Everything of a post on one screen, beside what becomes of it. */
function Composer() {
  const composer = useComposer();
  const send = useSend(composer);
  const form = useRef<HTMLDivElement>(null);
  useGivenTime(composer);
  useFocusOnWrong(form, composer.wrong);
  const { files, coverUpload, isDirty, isKept, targets } = composer;
  const isUploading =
    coverUpload.sent !== undefined ||
    files.some(({ state }) => state === 'looking' || state === 'waiting' || state === 'sending');
  const sentence = composer.wrong[''] ?? (send.isUnanswered && TEXTS.unanswered);
  const leaveHint = send.isUnanswered ? TEXTS.leaveUnansweredHint : TEXTS.leaveHint;
  return (
    <Screen title={TEXTS.newPost} lead={TEXTS.lead} thumb={<PrimaryAction composer={composer} send={send} />}>
      <Box ref={form} sx={COLUMNS}>
        <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
          <Files composer={composer} unfit={composer.unfit} />
          <Targets composer={composer} />
          <Texts composer={composer} />
          <CoverField composer={composer} />
          <When composer={composer} />
        </Box>
        <Box component="aside" aria-label={TEXTS.preview} sx={BESIDE}>
          <Panel title={TEXTS.preview}>
            <Preview post={composer.seen} files={files} targets={targets} />
          </Panel>
        </Box>
        <Box component="section" aria-label={TEXTS.actions}>
          {sentence && (
            <Typography
              role="alert"
              data-wrong
              tabIndex={-1}
              sx={{ color: 'error.main', mb: 1.5, overflowWrap: 'anywhere' }}
            >
              {sentence}
            </Typography>
          )}
          <Actions composer={composer} send={send} />
        </Box>
      </Box>
      <ConfirmLeave
        busy={isDirty && !send.isDone}
        // A reload loses nothing else.
        holdsPage={isUploading || !isKept}
        question={TEXTS.leaveQuestion}
        hint={send.way && !isUploading ? TEXTS.leaveSendingHint : leaveHint}
      />
    </Screen>
  );
}

/** As the calendar gives it: a day and an hour. The address keeps it no longer than that. */
function useGivenTime({ change }: ReturnType<typeof useComposer>) {
  const [parameters, setParameters] = useSearchParams();
  const at = parameters.get('at');
  const taken = useRef<string>(null);
  useEffect(() => {
    // The address changes a little later.
    if (at === null || at === taken.current) return;
    taken.current = at;
    if (TIME.test(at)) change({ time: at }, 'time');
    setParameters({}, { replace: true });
  });
}
