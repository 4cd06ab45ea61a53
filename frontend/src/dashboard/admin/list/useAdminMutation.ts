import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../../toasts';
import { refusalsOf } from '../../layout/refusalsOf';

interface AdminMutation<T, Field extends string> {
  call: (input: T) => Promise<unknown>;
  done: string;
  failed: string;
  then: () => void;
  /** Fields of the form that show the server's messages themselves. */
  fields?: readonly Field[];
}

/** Refetched after a change: the lists, and what the administrator's own screens show of it. */
const TOUCHED = [
  'admin/users',
  'admin/plans',
  'admin/plan-requests',
  'admin/subscriptions',
  'plans',
  'subscription',
  'user',
];

/** A change by an administrator, with toasts and the server's message per field or for the whole form. */
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
    // Not awaited, so that the dialog does not stay busy while the lists reload.
    onSettled() {
      void client.invalidateQueries({ predicate: ({ queryKey: [name] }) => TOUCHED.includes(String(name)) });
    },
  });
  return { send: mutate, busy: isPending, ...refusalsOf(error, fields) };
}
