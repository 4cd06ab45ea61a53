import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../../toasts';
import { refusalsOf } from '../../layout/refusalsOf';

interface AdminMutation<T, Field extends string> {
  call: (input: T) => Promise<unknown>;
  done: string;
  failed: string;
  /** Runs only while the dialog is still open: later it would close another one. */
  close?: () => void;
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
  close,
  fields = [],
}: AdminMutation<T, Field>) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: call,
    onSuccess: () => toast.success(done),
    onError: () => toast.error(failed),
    // Not awaited, so that the dialog does not stay busy while the lists reload.
    onSettled() {
      void client.invalidateQueries({ predicate: ({ queryKey: [name] }) => TOUCHED.includes(String(name)) });
    },
  });
  const send = (input: T) => {
    // Options of this call do not run once the component is gone.
    mutate(input, { onSuccess: close });
  };
  return { send, busy: isPending, ...refusalsOf(error, fields) };
}
