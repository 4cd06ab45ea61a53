import type { RefObject } from 'react';
import { useFocusAfter } from './useFocusAfter';

/**
 * What was refused goes on where it is mended, or at its button. After a success the focus is left to what the dialog
 * returns to.
 */
export function useFocusOnRefusal(form: RefObject<HTMLElement | null>, busy: boolean, error: unknown) {
  useFocusAfter(busy, () =>
    error ? form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [type="submit"]') : null,
  );
}
