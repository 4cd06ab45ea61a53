import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { useCallback, useEffect, useRef, useState } from 'react';
import { reasonOf } from '../../../../api';
import { toast } from '../../../../toasts';
import type { Post } from '../../../../types';
import { orderQueue } from '../../../accounts/calls';
import { inChosenOrder } from './order';
import { TEXTS } from './texts';

/** So many rows the server gives at once. */
const AT_ONCE = 1000;

/** Keys that follow each other quickly are one change. */
const SETTLED_MS = 500;

/** The posts that wait on an account, in the order in which they go out. */
export function useQueue(account: number) {
  const provider = useDataProvider();
  const client = useQueryClient();
  const queryKey = ['queue', account];
  const query = useQuery({
    queryKey,
    queryFn: async () => {
      const waiting: Post[] = [];
      for (let page = 1, more = true; more; page++) {
        const { data, total = 0 } = await provider.getList<Post>('posts', {
          pagination: { page, perPage: AT_ONCE },
          sort: { field: 'id', order: 'ASC' },
          filter: { status: 'pending', scheduled: false, draft: 0, account_id: account },
        });
        waiting.push(...data);
        more = page * AT_ONCE < total;
      }
      return waiting.filter(hasPlace).sort((a, b) => a.position - b.position);
    },
    meta: { failure: TEXTS.queueFailed },
  });
  /** The order that was chosen here, until the server has it. */
  const [chosen, setChosen] = useState<number[]>();
  const save = useMutation({
    scope: { id: `queue ${account}` },
    mutationFn: (ids: number[]) => orderQueue(account, ids),
    onError: (error) => toast.error(reasonOf(error) ?? TEXTS.orderFailed),
    async onSettled(_account, _error, ids) {
      await client.invalidateQueries({ queryKey });
      // Unless it was changed again meanwhile.
      setChosen((now) => (now?.join() === ids.join() ? undefined : now));
      for (const name of ['calendar', 'accounts']) void client.invalidateQueries({ queryKey: [name] });
    },
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unsaved = useRef<number[]>(undefined);
  const { mutate } = save;
  const flush = useCallback(() => {
    clearTimeout(timer.current);
    if (unsaved.current) mutate(unsaved.current);
    unsaved.current = undefined;
  }, [mutate]);
  useEffect(() => {
    addEventListener('pagehide', flush);
    return () => {
      removeEventListener('pagehide', flush);
      flush();
    };
  }, [flush]);
  return {
    ...query,
    posts: query.data && (chosen ? inChosenOrder(query.data, chosen) : query.data),
    /** The times are those of the former order. */
    outdated: chosen !== undefined,
    order(ids: number[]) {
      setChosen(ids);
      unsaved.current = ids;
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, SETTLED_MS);
    },
  };
}

type InQueue = Post & { position: number };

const hasPlace = (post: Post): post is InQueue => post.position !== null;
