import { Suspense, useEffect } from 'react';
import { useBlocker } from 'react-router';
import { currentSession } from '../../../session';
import { lazyPart } from '../../../lazyPart';
import { TEXTS } from './texts';

const Confirmation = lazyPart(() =>
  import('../../layout/Confirmation').then((part) => ({ default: part.Confirmation })),
);

interface ConfirmLeaveProps {
  busy: boolean;
  /** Whether a reload or closing the tab asks too; absent: as `busy`. */
  holdsPage?: boolean;
  question?: string;
  hint?: string;
}

/** Asks before leaving the screen or tab, during an upload if nothing else is said. */
export function ConfirmLeave({
  busy,
  holdsPage = busy,
  question = TEXTS.leaveQuestion,
  hint = TEXTS.leaveHint,
}: ConfirmLeaveProps) {
  // After a sign-out, navigation is never blocked.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      busy && currentLocation.pathname !== nextLocation.pathname && currentSession().token !== null,
  );

  useEffect(() => {
    if (!holdsPage) return;
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => {
      removeEventListener('beforeunload', ask);
    };
  }, [holdsPage]);

  if (blocker.state !== 'blocked') return null;
  return (
    <Suspense fallback={null}>
      <Confirmation
        title={question}
        safe={TEXTS.stay}
        destructive={TEXTS.leave}
        cancel={blocker.reset}
        confirm={blocker.proceed}
      >
        {hint}
      </Confirmation>
    </Suspense>
  );
}
