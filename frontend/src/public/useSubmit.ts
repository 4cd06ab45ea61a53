import { useEffect, useRef, useState } from 'react';
import type { SyntheticEvent } from 'react';
import { isApiError, reasonOf } from '../api';

/**
 * A form's one call: busy while it runs, and after a refusal the server's sentences per field, or the reason where no
 * field shows it. Afterwards the focus, which the disabled button lost, is on what is to be mended.
 */
export function useSubmit(run: (form: FormData) => Promise<void>, refused: (error: unknown) => void) {
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const [reason, setReason] = useState<string>();

  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (busy || !form.current) return;
    const wrong = form.current.querySelector<HTMLElement>('[aria-invalid="true"]');
    (wrong ?? form.current.querySelector<HTMLElement>('[type="submit"]'))?.focus();
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
        // What was wrong with the credentials the page itself tells.
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
