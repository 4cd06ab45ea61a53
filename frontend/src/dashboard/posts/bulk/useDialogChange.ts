import { useEffect, useRef, useState } from 'react';
import { changePosts } from '../calls';
import type { BulkDialogProps } from './bulkDialogProps';
import { ChangeOnce } from './changeOnce';
import { useBulkActions } from './useBulkActions';

/** The change that a dialog makes. Its answer counts also when the dialog was closed meanwhile. */
export function useDialogChange({ close, changed }: Pick<BulkDialogProps, 'close' | 'changed'>) {
  const [once] = useState(() => new ChangeOnce(changePosts));
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);
  const { change } = useBulkActions((outcome) => {
    changed?.(outcome, isClosed.current);
    if (!isClosed.current && outcome.refused.length === 0) close();
  });
  return { ...change, once };
}
