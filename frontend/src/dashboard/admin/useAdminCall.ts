import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isApiError, reasonOf } from '../../api';
import { toast } from '../../toasts';
import { signedIn } from '../queries';

interface AdminCall<T> {
  call: (input: T) => Promise<unknown>;
  done: string;
  failed: string;
  then: () => void;
}

/** What is asked anew after a change: the grids, and what the administrator's own screens show of it. */
const TOUCHED = [
  'admin/users',
  'admin/plans',
  'admin/plan-requests',
  'admin/subscriptions',
  'plans',
  'subscription',
  'user',
];

/** A change by an administrator: tells how it went, with the server's sentence for each field or for the whole. */
export function useAdminCall<T = void>({ call, done, failed, then }: AdminCall<T>) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: call,
    onSuccess() {
      if (signedIn()) toast.success(done);
      then();
    },
    onError: () => toast.error(failed),
    // Not waited for: the dialog is not busy any more when the grids are still on their way.
    onSettled() {
      void client.invalidateQueries({ predicate: ({ queryKey: [name] }) => TOUCHED.includes(String(name)) });
    },
  });
  const errors = isApiError(error) ? error.errors : {};
  return {
    send: mutate,
    busy: isPending,
    /** A refusal that belongs to no field. */
    refusal: Object.keys(errors).length === 0 ? reasonOf(error) : undefined,
    /** What a TextField shows: the server's sentence, or else the hint. */
    at(field: string, hint?: string) {
      const sentence = errors[field]?.[0];
      return { error: Boolean(sentence), helperText: sentence ?? hint };
    },
  };
}
