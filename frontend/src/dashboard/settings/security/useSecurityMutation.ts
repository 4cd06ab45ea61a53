import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../../toasts';
import { refusalsOf } from '../../layout/refusalsOf';
import { refreshSecurity } from './queries';

interface SecurityMutation<I, O, Field extends string> {
  call: (input: I) => Promise<O>;
  /** Absent: no success toast. */
  done?: string;
  failed: string;
  then: (outcome: O) => void;
  /** Fields of the form that show the server's messages themselves. */
  fields?: readonly Field[];
}

/** A dialog's mutation, with the server's message per field or for the whole form. */
export function useSecurityMutation<I, O, Field extends string = never>({
  call,
  done,
  failed,
  then,
  fields = [],
}: SecurityMutation<I, O, Field>) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: call,
    onSuccess(outcome) {
      if (done) toast.success(done);
      then(outcome);
      void refreshSecurity(client);
    },
    onError: () => toast.error(failed),
  });
  return { send: mutate, busy: isPending, ...refusalsOf(error, fields) };
}
