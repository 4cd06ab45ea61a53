import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../../toasts';
import { refusalsOf } from '../../layout/refusalsOf';
import { refreshSecurity } from './queries';

interface SecurityMutation<I, O, Field extends string> {
  call: (input: I) => Promise<O>;
  /** Absent: what comes next says it. */
  done?: string;
  failed: string;
  then: (outcome: O) => void;
  /** Those of the form that show the server's sentences themselves. */
  fields?: readonly Field[];
}

/** A call of a dialog, with the server's sentence for each field or for the whole. */
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
