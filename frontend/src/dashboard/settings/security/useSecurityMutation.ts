import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../../toasts';
import { refusalsOf } from '../../layout/refusalsOf';
import { refreshSecurity } from './queries';

interface SecurityMutation<I, O, Field extends string> {
  call: (input: I) => Promise<O>;
  /** Absent: no success toast. */
  done?: string;
  failed: string;
  then?: (outcome: O) => void;
  /** Runs only while the dialog is still open: later it would close another one. */
  close?: () => void;
  /** Fields of the form that show the server's messages themselves. */
  fields?: readonly Field[];
}

/** A dialog's mutation, with the server's message per field or for the whole form. */
export function useSecurityMutation<I, O, Field extends string = never>({
  call,
  done,
  failed,
  then,
  close,
  fields = [],
}: SecurityMutation<I, O, Field>) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: call,
    onSuccess(outcome) {
      if (done) toast.success(done);
      then?.(outcome);
      void refreshSecurity(client);
    },
    onError: () => toast.error(failed),
  });
  const send = (input: I) => {
    // Options of this call do not run once the component is gone.
    mutate(input, { onSuccess: close });
  };
  return { send, busy: isPending, ...refusalsOf(error, fields) };
}
