import { Suspense, useEffect } from 'react';
import { useBlocker } from 'react-router';
import { currentSession } from '../../../session';
import { lazyPart } from '../../../lazyPart';
import { TEXTS } from './texts';

const Confirmation = lazyPart(() =>
  import('../../layout/Confirmation').then((part) => ({ default: part.Confirmation })),
);

/** Asks before leaving the screen or tab during an upload. */
export function ConfirmLeave({ busy }: { busy: boolean }) {
  // After a sign-out, navigation is never blocked.
  const blocker = useBlocker(() => busy && currentSession().token !== null);

  useEffect(() => {
    if (!busy) return;
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => {
      removeEventListener('beforeunload', ask);
    };
  }, [busy]);

  if (blocker.state !== 'blocked') return null;
  return (
    <Suspense fallback={null}>
      <Confirmation
        title={TEXTS.leaveQuestion}
        safe={TEXTS.stay}
        destructive={TEXTS.leave}
        cancel={blocker.reset}
        confirm={blocker.proceed}
      >
        {TEXTS.leaveHint}
      </Confirmation>
    </Suspense>
  );
}
