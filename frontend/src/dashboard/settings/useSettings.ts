import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { SyntheticEvent } from 'react';
import { isApiError, reasonOf } from '../../api';
import { keepUser } from '../../session';
import { toast } from '../../toasts';
import type { User } from '../../types';
import { useFocusAfter } from '../layout/useFocusAfter';
import { signedIn } from '../queries';

interface SettingsCall {
  save: () => Promise<User>;
  saved: string;
  failed: string;
  then?: (user: User) => unknown;
}

/** A settings form's call, with the server's sentence for each field. */
export function useSettings({ save, saved, failed, then }: SettingsCall) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: save,
    onSuccess(user) {
      if (!signedIn()) return;
      keepUser(user);
      toast.success(saved);
      return then?.(user);
    },
    onError: () => toast.error(failed),
  });
  const form = useRef<Element>(null);
  // On a phone the field that was refused can be far from the button.
  useFocusAfter(isPending, () => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]'));
  const errors = isApiError(error) ? error.errors : {};
  return {
    busy: isPending,
    /** A refusal that belongs to no field. */
    refusal: Object.keys(errors).length === 0 ? reasonOf(error) : undefined,
    submit(event: SyntheticEvent) {
      event.preventDefault();
      form.current = event.currentTarget;
      mutate();
    },
    /** What a TextField shows: the server's sentence, or else the hint. */
    at(field: string, hint?: string) {
      const sentence = errors[field]?.[0];
      return { error: Boolean(sentence), helperText: sentence ?? hint };
    },
  };
}
