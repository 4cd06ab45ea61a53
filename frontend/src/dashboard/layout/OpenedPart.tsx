import { Suspense, useEffect, type ReactNode } from 'react';
import { unreachableReason } from '../../api';
import { useReach } from '../../serverReachability';
import { toast } from '../../toasts';

interface OpenedPartProps {
  close: () => void;
  children: ReactNode;
}

/** What a press opens, and whose code may still have to load. While it cannot be reached, this is said instead. */
export function OpenedPart({ close, children }: OpenedPartProps) {
  return <Suspense fallback={<Loading close={close} />}>{children}</Suspense>;
}

function Loading({ close }: Pick<OpenedPartProps, 'close'>) {
  const isReached = useReach() === 'ok';
  useEffect(() => {
    if (isReached) return;
    toast.error(unreachableReason());
    // Otherwise it would open unasked when the server is back.
    close();
  }, [isReached, close]);
  return null;
}
