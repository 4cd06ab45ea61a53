import { Suspense, useEffect } from 'react';
import { useBlocker } from 'react-router';
import { currentSession } from '../../../session';
import { lazyPart } from '../../../lazyPart';

const Confirmation = lazyPart(() =>
  import('../../layout/Confirmation').then((part) => ({ default: part.Confirmation })),
);

/** While something uploads, closing the tab and going elsewhere in the dashboard ask first. */
export function ConfirmLeave({ busy }: { busy: boolean }) {
  // Who was signed out must go, whatever is on its way.
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
        title="Leave while files upload?"
        safe="Stay here"
        destructive="Leave"
        cancel={blocker.reset}
        confirm={blocker.proceed}
      >
        Files that have not arrived yet are given up; you would have to choose them again.
      </Confirmation>
    </Suspense>
  );
}
