import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../../toasts';
import { refreshAccounts } from '../../queries';
import { refusalsOf } from '../../layout/refusalsOf';

interface AccountMutation<I, O, Field extends string> {
  call: (input: I) => Promise<O>;
  /** The toast; an empty text is none. */
  done: (outcome: O) => string;
  failed: string;
  then?: (outcome: O) => void;
  /** Runs only while the dialog is still open: later it would close another one. */
  close?: () => void;
  /** Fields of the form that show the server's messages themselves. */
  fields?: readonly Field[];
}

/** A change of an account, with toasts and the server's message per field or for all. */
export function useAccountMutation<I, O, Field extends string = never>({
  call,
  done,
  failed,
  then,
  close,
  fields = [],
}: AccountMutation<I, O, Field>) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: call,
    onSuccess(outcome) {
      const sentence = done(outcome);
      if (sentence) toast.success(sentence);
      then?.(outcome);
    },
    onError: () => toast.error(failed),
    // Not awaited, so that a dialog closes at once. The user tells of the defaults, the calendar where posts go.
    onSettled() {
      void refreshAccounts(client);
      for (const name of ['user', 'calendar']) void client.invalidateQueries({ queryKey: [name] });
    },
  });
  const send = (input: I) => {
    // Options of this call do not run once the component is gone.
    mutate(input, { onSuccess: close });
  };
  return { send, busy: isPending, error, ...refusalsOf(error, fields) };
}
