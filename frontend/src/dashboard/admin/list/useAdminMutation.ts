import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../../toasts';
import { refusalsOf } from '../../layout/refusalsOf';

interface AdminMutation<T, Field extends string> {
  call: (input: T) => Promise<unknown>;
  done: string;
  failed: string;
  then: () => void;
  /** Those of the form that show the server's sentences themselves. */
  fields?: readonly Field[];
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
export function useAdminMutation<T = void, Field extends string = never>({
  call,
  done,
  failed,
  then,
  fields = [],
}: AdminMutation<T, Field>) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: call,
    onSuccess() {
      toast.success(done);
      then();
    },
    onError: () => toast.error(failed),
    // Not waited for: the dialog is not busy any more when the grids are still on their way.
    onSettled() {
      void client.invalidateQueries({ predicate: ({ queryKey: [name] }) => TOUCHED.includes(String(name)) });
    },
  });
  return { send: mutate, busy: isPending, ...refusalsOf(error, fields) };
}
