import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { reasonOf } from '../../api';
import { toast } from '../../toasts';
import type { Post, PostKind } from '../../types';
import { pollInterval } from '../posts/pollInterval';
import { refreshSubscription, useUser } from '../queries';
import type { CalendarItem } from './calls';
import type { ScheduleBatch } from '../posts/calls';
import { ALL_KINDS, KINDS } from '../posts/kinds';
import { byAge } from '../posts/byAge';
import { scheduleSummary } from '../posts/scheduleSummary';
import { notesOf } from '../posts/warnings/notesOf';
import { useDataProvider } from 'react-admin';
import { fetchCalendar } from './calls';
import { reschedulePost, retryPost, scheduleBatch } from '../posts/calls';
import { itemName } from './calendarEntries';
import { inTurn } from './inTurn';
import { TEXTS } from './texts';

/** A post with its kind. */
export type PostWithKind = Post & { kind: PostKind };

const CALENDAR = 'calendar';
/** Per kind; plans allow fewer tasks. */
const MAX_UNSCHEDULED = 500;

export function useWindow(from: string, to: string, account?: number) {
  return useQuery({
    queryKey: [CALENDAR, 'window', from, to, account],
    queryFn: () => fetchCalendar(from, to, account),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pollInterval(state.data?.items, Date.now()),
    meta: { failure: TEXTS.calendarFailed },
  });
}

/** Unscheduled pending posts of all kinds, oldest first; with an account only its own. */
export function useUnscheduledPosts(account?: number) {
  const provider = useDataProvider();
  return useQuery({
    queryKey: [CALENDAR, 'tray', account],
    queryFn: async () => {
      const lists = await Promise.all(
        ALL_KINDS.map(async (kind) => {
          const { data } = await provider.getList<Post>(KINDS[kind].resource, {
            pagination: { page: 1, perPage: MAX_UNSCHEDULED },
            sort: { field: 'created_at', order: 'ASC' },
            filter: {
              status: 'pending',
              scheduled: false,
              ...(KINDS[kind].unlisted && { kind }),
              ...(account !== undefined && { account_id: account }),
            },
          });
          return data.map((post): PostWithKind => ({ ...post, kind }));
        }),
      );
      return lists.flat().sort(byAge);
    },
    refetchInterval: () => pollInterval(undefined, Date.now()),
  });
}

/** Cancels requests in flight, whose answers would briefly show the old state. */
const useQuiet = () => {
  const client = useQueryClient();
  return () => client.cancelQueries({ queryKey: [CALENDAR] });
};

function useRefresh() {
  const client = useQueryClient();
  return (resources: string[]) =>
    Promise.all([
      client.invalidateQueries({ queryKey: [CALENDAR] }),
      refreshSubscription(client),
      ...resources.map((resource) => client.invalidateQueries({ queryKey: [resource] })),
    ]);
}

export interface Move {
  item: PostWithKind | CalendarItem;
  /** 'YYYY-MM-DD HH:mm:00' in the user's zone, an instant, or no time. */
  time: string | null;
  /** The requested time had passed; this is a later one. */
  late?: boolean;
  /** Of an undo: the time that it takes back. */
  undoes?: { time: string | null };
  /** Chosen in a dialog. After a drag, notes would cover what is dragged next. */
  chosen?: boolean;
  /** Shows it where it was. Of every move, while callbacks of `mutate` run for the last one only. */
  putBack?: () => void;
}

/** The latest time of a post that was moved, until it is fetched again. */
const latestTimes = new WeakMap<Move['item'], string | null>();

/** Schedules or unschedules a post and offers undo. */
export function useMove() {
  const { timezone } = useUser();
  const refresh = useRefresh();
  const move = useMutation({
    onMutate: useQuiet(),
    mutationFn: ({ item, time, undoes }: Move) =>
      inTurn(itemName(item), () => reschedulePost(KINDS[item.kind].resource, item.id, time, undoes?.time)),
    onSuccess(post, { item, undoes, late, chosen }) {
      const latest = latestTimes.get(item);
      const before = latest === undefined ? item.scheduled_for : latest;
      latestTimes.set(item, post.scheduled_for);
      if (undoes) {
        toast.success(TEXTS.undone);
        return;
      }
      toast.undoable({
        message: KINDS[item.kind].texts.rescheduled,
        detail: late
          ? TEXTS.movedToLaterTime(scheduleSummary(post, timezone))
          : scheduleSummary(post, timezone),
        notes: chosen ? notesOf(post.warnings) : [],
        undo: () => {
          move.mutate({ item, time: before, undoes: { time: post.scheduled_for } });
        },
      });
    },
    onError(error, { item, putBack }) {
      putBack?.();
      toast.error(because(KINDS[item.kind].texts.rescheduleFailed, error));
    },
    onSettled: (_post, _error, { item }) => refresh([KINDS[item.kind].resource]),
  });
  return move;
}

export function useRemove() {
  const provider = useDataProvider();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (item: PostWithKind) =>
      provider.delete<Post>(KINDS[item.kind].resource, { id: item.id, previousData: item }),
    onSuccess: (_post, { kind }) => toast.success(KINDS[kind].texts.deleted),
    onError: (_error, { kind }) => toast.error(KINDS[kind].texts.deleteFailed),
    onSettled: (_post, _error, { kind }) => refresh([KINDS[kind].resource]),
  });
}

export function useRetry() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ kind, id }: PostWithKind) => retryPost(KINDS[kind].resource, id),
    onSuccess: (_post, { kind }) => toast.success(KINDS[kind].texts.retried),
    onError: (error, { kind }) => toast.error(because(KINDS[kind].texts.retryFailed, error)),
    onSettled: (_post, _error, { kind }) => refresh([KINDS[kind].resource]),
  });
}

export function useBatch() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (batch: ScheduleBatch) => scheduleBatch(batch),
    onSuccess: ({ warnings }, { items }) =>
      toast.success(TEXTS.postsScheduled(items.length), undefined, notesOf(warnings)),
    onError: () => toast.error(TEXTS.scheduleAllFailed),
    onSettled: () => refresh(ALL_KINDS.map((kind) => KINDS[kind].resource)),
  });
}

const because = (failed: string, error: unknown) => {
  const reason = reasonOf(error);
  return reason ? `${failed}: ${reason}` : failed;
};
