import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isApiError, reasonOf } from '../../../api';
import { toast } from '../../../toasts';
import { signedIn } from '../../queries';
import { refreshSecurity } from './queries';

interface SecurityCall<I, O> {
  call: (input: I) => Promise<O>;
  /** Absent: what comes next says it. */
  done?: string;
  failed: string;
  then: (outcome: O) => void;
}

/** A call of a dialog, with the server's sentence for each field or for the whole. */
export function useSecurityCall<I, O>({ call, done, failed, then }: SecurityCall<I, O>) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: call,
    onSuccess(outcome) {
      if (!signedIn()) return;
      if (done) toast.success(done);
      then(outcome);
      void refreshSecurity(client);
    },
    onError: () => toast.error(failed),
  });
  const errors = isApiError(error) ? error.errors : {};
  return {
    send: mutate,
    busy: isPending,
    /** A refusal that belongs to no field. */
    refusal: Object.keys(errors).length === 0 ? reasonOf(error) : undefined,
    at(field: string, hint?: string) {
      const sentence = errors[field]?.[0];
      return { error: Boolean(sentence), helperText: sentence ?? hint };
    },
  };
}
