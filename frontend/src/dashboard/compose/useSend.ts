import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { isApiError, isUnreachable, reasonOf } from '../../api';
import { dateTime } from '../../format';
import { toast } from '../../toasts';
import { ALL_KINDS, KINDS } from '../posts/kinds';
import { notesOf } from '../posts/warnings/notesOf';
import { replaceSubscriptionLeft, useUser } from '../queries';
import { makePosts, type MadePosts } from './calls';
import { sharedId } from './keptPost';
import { attemptOf, isStillRunning, keepAttempt, nextAttempt, onAttempt, settleAttempt } from './sendAttempt';
import { bodyOf, contentOf, needsFrame, placesOf, type Place, type Way } from './sending';
import { TEXTS } from './texts';
import type { Composer } from './useComposer';
import { useIsLeft } from '../posts/upload/useIsLeft';
import { wholePost } from './wholePost';

const SEND = ['send-post'];

interface Sending {
  /** Of the post as this tab keeps it, by which a screen that is opened again knows it. */
  id: string;
  way: Way;
  /** A second post is wanted, although the first one may have been made. */
  isSecond: boolean;
}

/** Sends the post once its files are on the server, and says where it was refused. */
export function useSend(composer: Composer) {
  const { id: userId, timezone } = useUser();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isDone, setDone] = useState(false);
  const [doubted, setDoubted] = useState<Way>();
  const isUnanswered = useSyncExternalStore(onAttempt, () => attemptOf(userId) !== undefined);
  const latest = useRef(composer);
  const withoutFrame = useRef(false);
  useEffect(() => {
    latest.current = composer;
  });
  const isLeft = useIsLeft();
  const earlier = useEarlier(composer);
  const refuse = (wrong: Record<Place, string>) => {
    if (!isLeft()) {
      latest.current.refuse(wrong);
      return;
    }
    const [reason] = Object.values(wrong);
    const isUnknown = reason === TEXTS.unanswered || reason === TEXTS.stillSending;
    if (reason) toast.error(isUnknown ? reason : TEXTS.notSent(reason));
  };

  const send = useMutation({
    mutationKey: SEND,
    async mutationFn({ way, isSecond }: Sending): Promise<MadePosts | null> {
      const ready = await wholePost(latest, userId, way, refuse);
      if (!ready) return null;
      const { post, files, targets, frameId } = ready;
      const next = nextAttempt(userId, contentOf(post, files, targets, way), frameId);
      if (next.isDoubtful && !isSecond) {
        if (isLeft()) refuse({ '': TEXTS.unanswered });
        else setDoubted(way);
        return null;
      }
      withoutFrame.current = frameId === null && needsFrame(post.cover, targets);
      refuse({});
      const wasOffline = !navigator.onLine;
      const { attempt, isRepeated } = next;
      const postId = sharedId(latest.current.id.current, latest.current.copied.current);
      keepAttempt(userId, postId, attempt);
      const heard = (refusal: unknown) => {
        if (isApiError(refusal))
          settleAttempt(userId, postId, attempt, refusal, { isRepeated, hasLeft: !wasOffline });
      };
      const body = bodyOf(post, files, targets, way, frameId);
      return makePosts(body, attempt.key, heard).catch((error: unknown) => {
        const places = isApiError(error) ? placesOf(error.errors, targets, files) : {};
        refuse(
          Object.keys(places).length > 0
            ? places
            : { '': reasonFor(error, wasOffline, attemptOf(userId) !== undefined) },
        );
        return null;
      });
    },
    onSuccess(made, { way }) {
      if (!made) return;
      const notes = [...notesOf(made.warnings), ...(withoutFrame.current ? [TEXTS.frameUnreadNote] : [])];
      toast.success(told(made, way, timezone), undefined, notes);
      replaceSubscriptionLeft(client, made.subscription_status);
      for (const queryKey of [['calendar'], ...ALL_KINDS.map((kind) => [KINDS[kind].resource])])
        void client.invalidateQueries({ queryKey });
      latest.current.begin(false);
      if (!isLeft()) setDone(true);
    },
  });
  // Only once nothing is left to be asked about.
  useEffect(() => {
    if (isDone) void navigate('/dashboard/calendar');
  }, [isDone, navigate]);
  const way = send.isPending ? send.variables.way : earlier;
  const mutate = (way: Way, isSecond: boolean) => {
    setDoubted(undefined);
    send.mutate({ id: composer.id.current, way, isSecond });
  };
  return {
    isDone,
    /** What is under way. */
    way,
    /** It may have been made, and nothing is under way. */
    isUnanswered: isUnanswered && !way,
    send: (way: Way) => {
      mutate(way, false);
    },
    /** What would make a second post, and is to be asked about. */
    doubted: doubted && {
      confirm: () => {
        mutate(doubted, true);
      },
      cancel: () => {
        setDoubted(undefined);
      },
    },
  };
}

/** How a screen that was left still sends this post, which is taken away once it is made. */
function useEarlier({ id, begin }: Composer): Way | undefined {
  const all = useMutationState({
    filters: { mutationKey: SEND },
    select: ({ state }) => ({
      ...(state.variables as Sending),
      isPending: state.status === 'pending',
      isMade: Boolean(state.data),
    }),
  });
  const ofThis = all.filter((each) => each.id === id.current);
  const isMade = ofThis.some((each) => each.isMade);
  useEffect(() => {
    if (isMade) begin(false);
  }, [isMade, begin]);
  return ofThis.find(({ isPending }) => isPending)?.way;
}

/** Without an answer nobody knows whether it was taken, unless it could not even leave. */
function reasonFor(error: unknown, wasOffline: boolean, isUnanswered: boolean): string {
  if (isUnreachable(error) && !wasOffline) return TEXTS.unanswered;
  if (isApiError(error) && isStillRunning(error)) return TEXTS.stillSending;
  // Of its keys, the server speaks to programmers.
  if (isApiError(error) && error.status === 409 && isUnanswered) return TEXTS.unanswered;
  return reasonOf(error) ?? '';
}

export type Send = ReturnType<typeof useSend>;

function told({ posts }: MadePosts, way: Way, zone: string): string {
  switch (way) {
    case 'draft':
      return TEXTS.draftSaved;
    case 'now':
      return TEXTS.posting;
    case 'schedule':
      return TEXTS.scheduled;
    case 'queue': {
      const [first] = posts.flatMap(({ next_at }) => next_at ?? []).sort();
      return TEXTS.queued(first === undefined ? null : dateTime(first, zone));
    }
  }
}
