import { useId } from 'react';
import type { InputHTMLAttributes, Ref } from 'react';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  name: string;
  errors?: Record<string, string[]>;
  hint?: string;
  ref?: Ref<HTMLInputElement>;
}

/** A labelled input with the server's message below. */
export function Field({ label, hint, errors = {}, ...input }: FieldProps) {
  const id = useId();
  const error = errors[input.name]?.[0];
  const note = error ?? hint;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        required
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? `${id}-note` : undefined}
        {...input}
      />
      {note && (
        <p
          id={`${id}-note`}
          className={error ? 'field-error' : 'field-hint'}
          role={error ? 'alert' : undefined}
        >
          {note}
        </p>
      )}
    </div>
  );
}
