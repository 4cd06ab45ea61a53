import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { SyntheticEvent } from 'react';
import { keepUser } from '../../session';
import { toast } from '../../toasts';
import type { User } from '../../types';
import { refusalsOf } from './refusalsOf';
import { useFocusAfter } from './useFocusAfter';

interface UserForm<Field extends string> {
  save: () => Promise<User>;
  /** Runs first, and goes on by calling `save`. */
  before?: (save: () => void) => void;
  saved: string;
  failed: string;
  then?: (user: User) => unknown;
  /** Fields of the form that show the server's messages themselves. */
  fields?: readonly Field[];
}

/** Submits a form that changes the user, with the server's message per field. */
export function useUserForm<Field extends string = never>({
  save,
  before = (send) => {
    send();
  },
  saved,
  failed,
  then,
  fields = [],
}: UserForm<Field>) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: save,
    onSuccess(user) {
      keepUser(user);
      toast.success(saved);
      return then?.(user);
    },
    onError: () => toast.error(failed),
  });
  const form = useRef<Element>(null);
  // On a phone the rejected field may be far from the button.
  useFocusAfter(isPending, () => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]'));
  return {
    busy: isPending,
    ...refusalsOf(error, fields),
    submit(event: SyntheticEvent) {
      event.preventDefault();
      form.current = event.currentTarget;
      before(() => {
        mutate();
      });
    },
  };
}
