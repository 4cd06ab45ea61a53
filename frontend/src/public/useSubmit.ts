import { useEffect, useRef, useState } from 'react';
import type { SyntheticEvent } from 'react';
import { isApiError, reasonOf } from '../api';
import { focusUnlessInField } from '../focus';

/**
 * Submits a form: busy while it runs; after an error the server's messages per field, or a reason for the whole form.
 * Afterwards moves the focus, if the disabled button lost it, to the first invalid field.
 */
export function useSubmit(run: (form: FormData) => Promise<void>, refused: (error: unknown) => void) {
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const [reason, setReason] = useState<string>();

  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (busy || !form.current) return;
    const wrong = form.current.querySelector<HTMLElement>('[aria-invalid="true"]');
    focusUnlessInField(wrong ?? form.current.querySelector<HTMLElement>('[type="submit"]'));
  }, [busy]);

  const onSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    form.current = event.currentTarget;
    setBusy(true);
    setErrors({});
    setReason(undefined);
    run(new FormData(event.currentTarget))
      .catch((error: unknown) => {
        if (isApiError(error)) setErrors(error.errors);
        const fields = isApiError(error) ? Object.keys(error.errors) : [];
        // The page shows wrong credentials itself.
        const isShown = isApiError(error) && error.status === 401;
        if (!isShown && !fields.some((field) => form.current?.elements.namedItem(field)))
          setReason(reasonOf(error));
        refused(error);
      })
      .finally(() => {
        setBusy(false);
      });
  };

  return { busy, errors, reason, onSubmit };
}

export function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
