import { useEffect } from 'react';
import { useBlocker, type Path } from 'react-router';
import { currentSession } from '../../../session';
import { lazyPart } from '../../../lazyPart';
import { OpenedPart } from '../../layout/OpenedPart';
import { usePreload } from '../../layout/usePreload';
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

/** A post is edited at the path of a new one, and only this parameter tells them apart. */
export const screenOf = ({ pathname, search }: Pick<Path, 'pathname' | 'search'>) =>
  `${pathname} ${new URLSearchParams(search).get('edit') ?? ''}`;

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
      busy && screenOf(currentLocation) !== screenOf(nextLocation) && currentSession().token !== null,
  );

  usePreload(Confirmation.ready);

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
    <OpenedPart close={blocker.reset}>
      <Confirmation
        title={question}
        safe={TEXTS.stay}
        destructive={TEXTS.leave}
        cancel={blocker.reset}
        confirm={blocker.proceed}
      >
        {hint}
      </Confirmation>
    </OpenedPart>
  );
}
