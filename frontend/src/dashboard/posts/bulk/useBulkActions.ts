import { useMutation, useQueryClient } from '@tanstack/react-query';
import { plural } from '../../../format';
import { toast } from '../../../toasts';
import type { Post } from '../../../types';
import { scheduleTime } from '../../../zone';
import { refreshAccounts } from '../../queries';
import { useFormat } from '../FormatContext';
import { changePosts, scheduleBatch } from '../calls';
import { useRefresh } from '../usePostActions';
import { notesOf } from '../warnings/notesOf';
import { changeMany, shifted, timesBack, type Change, type Outcome } from './changeMany';
import { ChangeOnce } from './changeOnce';
import { TEXTS } from './texts';

interface Schedule {
  posts: Post[];
  /** Of a `datetime-local` input. */
  start: string;
  minutes: number;
}

interface BulkChange {
  posts: readonly Post[];
  change: Change;
  /** What knows how far this change has come. */
  once?: ChangeOnce;
}

/**
 * Actions on many posts at once.
 * @param changed is told of each change that was answered, also after the screen part that asked for it is gone
 */
export function useBulkActions(changed?: (outcome: Outcome) => void) {
  const { kind, texts } = useFormat();
  const client = useQueryClient();
  const refresh = useRefresh();
  const many = (count: number) => plural(count, texts.one, texts.many);
  const refreshAll = () => Promise.all([refresh(), refreshAccounts(client)]);

  /** Works also when what offered it is no longer shown. */
  const undo = async (posts: readonly Post[], changes: readonly [readonly Post[], Change][]) => {
    try {
      const outcomes: Outcome[] = [];
      for (const [some, change] of changes)
        outcomes.push(await changeMany(some, change, (part) => changePosts(part)));
      const refused = outcomes.flatMap((outcome) => outcome.refused);
      if (refused.length < posts.length) toast.success(TEXTS.undone(many(posts.length - refused.length)));
      for (const { post, message } of refused) toast.error(TEXTS.refused(post.title, message));
    } catch {
      toast.error(TEXTS.undoFailed);
    }
    await refreshAll();
  };
  const undoable = (
    message: string,
    posts: readonly Post[],
    changes: readonly [readonly Post[], Change][],
  ) => ({
    message,
    undo: () => void undo(posts, changes),
  });
  const tell = (posts: Post[], { action, draft, minutes = 0 }: Change) => {
    const count = many(posts.length);
    switch (action) {
      case 'delete':
        return toast.success(posts.length === 1 ? texts.deleted : TEXTS.deleted(count));
      case 'retry':
        return toast.success(TEXTS.retried(count));
      case 'draft':
        return toast.success(draft === 1 ? TEXTS.heldBack(count) : TEXTS.released(count));
      case 'append_text':
        return toast.success(TEXTS.textAdded(count));
      case 'move':
        return posts.every(({ account }) => account)
          ? toast.undoable(undoable(TEXTS.moved(count), posts, movesBack(posts)))
          : toast.success(TEXTS.moved(count));
      case 'shift': {
        const back = timesBack(posts, (post) => shifted(post, minutes));
        return toast.undoable(undoable(TEXTS.shifted(count), posts, [[posts, back]]));
      }
      case 'set_times':
        return toast.success(TEXTS.shifted(count));
      case 'clear_time':
        return toast.undoable(undoable(TEXTS.cleared(count), posts, [[posts, timesBack(posts, () => null)]]));
    }
  };

  const schedule = useMutation({
    mutationFn: ({ posts, start, minutes }: Schedule) =>
      scheduleBatch({
        items: posts.map(({ id }) => ({ kind, id })),
        start: scheduleTime(start),
        every_minutes: minutes,
      }),
    onSuccess({ items, warnings }, { posts }) {
      const times = new Map(items.map(({ id, scheduled_for }) => [id, scheduled_for]));
      const back = timesBack(posts, ({ id }) => times.get(id) ?? null);
      toast.undoable({
        ...undoable(TEXTS.scheduled(many(posts.length)), posts, [[posts, back]]),
        notes: notesOf(warnings),
      });
    },
    onError: () => toast.error(texts.rescheduleFailed),
    onSettled: refresh,
  });
  const change = useMutation({
    mutationFn: ({ posts, change: wanted, once = new ChangeOnce(changePosts) }: BulkChange) =>
      once.make(posts, wanted),
    onSuccess(outcome, { change: wanted }) {
      const { done, refused } = outcome;
      changed?.(outcome);
      if (done.length > 0) tell(done, wanted);
      if (refused.length > 0) toast.error(wanted.action === 'delete' ? texts.deleteFailed : texts.editFailed);
    },
    onError: () => toast.error(texts.editFailed),
    onSettled: refreshAll,
  });
  return { schedule, change };
}

/** One change for each account that the posts were in. */
function movesBack(posts: readonly Post[]): [Post[], Change][] {
  const byAccount = new Map<number, Post[]>();
  for (const post of posts)
    if (post.account) byAccount.set(post.account.id, [...(byAccount.get(post.account.id) ?? []), post]);
  return [...byAccount].map(([id, some]) => [some, { action: 'move', account_id: id }]);
}
