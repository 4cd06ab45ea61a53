import { useEffect, useRef, useState } from 'react';
import type { SyntheticEvent } from 'react';
import { isApiError } from '../api';

/**
 * A form's one call: busy while it runs, and the server's sentences per field after a refusal. Afterwards the focus,
 * which the disabled button lost, is on what is to be mended.
 */
export function useSubmit(run: (form: FormData) => Promise<void>, refused: (error: unknown) => void) {
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string[]>>({});

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
    run(new FormData(event.currentTarget))
      .catch((error: unknown) => {
        if (isApiError(error)) setErrors(error.errors);
        refused(error);
      })
      .finally(() => {
        setBusy(false);
      });
  };

  return { busy, errors, onSubmit };
}

export function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
