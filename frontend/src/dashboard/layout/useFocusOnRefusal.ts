import type { RefObject } from 'react';
import { useFocusAfter } from './useFocusAfter';

/**
 * After a refusal the focus goes to the refused field, or to the button that sends the form. After a success the dialog
 * closes, and returns it.
 */
export function useFocusOnRefusal(form: RefObject<HTMLElement | null>, busy: boolean, error: unknown) {
  useFocusAfter(busy, () =>
    error ? form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [type="submit"]') : null,
  );
}
