import { useMutation } from '@tanstack/react-query';
import { reasonOf } from '../../../api';
import { plural } from '../../../format';
import { toast } from '../../../toasts';
import type { Post } from '../../../types';
import { scheduleTime } from '../../../zone';
import { useFormat } from '../FormatContext';
import { useRefresh } from '../usePostActions';
import { forEachConcurrently } from './forEachConcurrently';
import { useDataProvider } from 'react-admin';
import { scheduleBatch } from '../calls';
import { TEXTS } from './texts';

interface Schedule {
  posts: Post[];
  /** Of a `datetime-local` input. */
  start: string;
  minutes: number;
}

/** Actions on many posts at once. */
export function useBulkActions() {
  const { resource, kind, texts } = useFormat();
  const provider = useDataProvider();
  const refresh = useRefresh();
  const many = (count: number) => plural(count, texts.one, texts.many);

  const schedule = useMutation({
    mutationFn: ({ posts, start, minutes }: Schedule) =>
      scheduleBatch({
        items: posts.map(({ id }) => ({ kind, id })),
        start: scheduleTime(start),
        every_minutes: minutes,
      }),
    onSuccess: (_answer, { posts }) => toast.success(TEXTS.scheduled(many(posts.length))),
    onError: () => toast.error(texts.rescheduleFailed),
    onSettled: refresh,
  });
  const remove = useMutation({
    async mutationFn(posts: Post[]) {
      const failures = await forEachConcurrently(posts, (post) =>
        provider.delete<Post>(resource, { id: post.id, previousData: post }),
      );
      const failed = failures.map(({ item }) => item.id);
      return { gone: posts.map(({ id }) => id).filter((id) => !failed.includes(id)), failures };
    },
    onSuccess({ gone, failures }) {
      if (gone.length > 0)
        toast.success(gone.length === 1 ? texts.deleted : TEXTS.deleted(many(gone.length)));
      if (failures.length > 0) toast.error(texts.deleteFailed);
    },
    onSettled: refresh,
  });
  const [first] = remove.data?.failures ?? [];
  const refusal = first && `“${first.item.title}”: ${reasonOf(first.error) ?? texts.deleteFailed}`;
  return { schedule, remove, deleteRefusal: refusal };
}
