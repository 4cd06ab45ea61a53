import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { isApiError, isUnreachable, reasonOf } from '../../api';
import { dateTime } from '../../format';
import { toast } from '../../toasts';
import { ALL_KINDS, KINDS } from '../posts/kinds';
import { notesOf } from '../posts/warnings/notesOf';
import { replaceSubscriptionLeft, useUser } from '../queries';
import { makePosts, type MadePosts } from './calls';
import { bodyOf, fittingTargets, missing, needsFrame, placesOf, type Place, type Way } from './sending';
import { TEXTS } from './texts';
import type { Composer } from './useComposer';

const SEND = ['send-post'];

interface Sending {
  /** Of the post as this tab keeps it, by which a screen that is opened again knows it. */
  id: string;
  way: Way;
}

/** Sends the post once its files are on the server, and says where it was refused. */
export function useSend(composer: Composer) {
  const { timezone } = useUser();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isDone, setDone] = useState(false);
  const latest = useRef(composer);
  const isLeft = useRef(false);
  const withoutFrame = useRef(false);
  useEffect(() => {
    latest.current = composer;
  });
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  const earlier = useEarlier(composer);
  const refuse = (wrong: Record<Place, string>) => {
    if (!isLeft.current) {
      latest.current.refuse(wrong);
      return;
    }
    const [reason] = Object.values(wrong);
    if (reason) toast.error(reason === TEXTS.unanswered ? reason : TEXTS.notSent(reason));
  };

  const send = useMutation({
    mutationKey: SEND,
    async mutationFn({ way }: Sending): Promise<MadePosts | null> {
      const ready = await whole(latest, way, refuse);
      if (!ready) return null;
      const { post, files, targets, frameId } = ready;
      withoutFrame.current = frameId === null && needsFrame(post.cover, targets);
      refuse({});
      const wasOffline = !navigator.onLine;
      return makePosts(bodyOf(post, files, targets, way, frameId)).catch((error: unknown) => {
        const places = isApiError(error) ? placesOf(error.errors, targets, files) : {};
        refuse(Object.keys(places).length > 0 ? places : { '': reasonFor(error, wasOffline) });
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
      setDone(true);
    },
  });
  // Only once nothing is left to be asked about.
  useEffect(() => {
    if (isDone) void navigate('/dashboard/calendar');
  }, [isDone, navigate]);
  return {
    isDone,
    /** What is under way. */
    way: send.isPending ? send.variables.way : earlier,
    send: (way: Way) => {
      send.mutate({ id: composer.id.current, way });
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

/**
 * The post once all it needs is on the server, as it is then. Undefined: something is missing, which is said, or it is
 * left.
 */
async function whole(
  latest: React.RefObject<Composer>,
  way: Way,
  refuse: (wrong: Record<Place, string>) => void,
) {
  try {
    for (;;) {
      if (!(await latest.current.store.settled())) return undefined;
      const { post, store, accounts = [] } = latest.current;
      const files = store.snapshot();
      const targets = fittingTargets(post, files, accounts);
      const wrong = missing(post, files, targets, way);
      if (Object.keys(wrong).length > 0) {
        refuse(wrong);
        return undefined;
      }
      if (!needsFrame(post.cover, targets)) return { post, files, targets, frameId: null };
      const frameId = await store.frames.idOf(files[0]?.src ?? '', post.cover.atMs);
      // Somebody may have chosen otherwise meanwhile.
      if (latest.current.post === post && store.snapshot() === files && !store.cover.snapshot().sent)
        return { post, files, targets, frameId };
    }
  } catch (error) {
    refuse({ cover: reasonOf(error) ?? '' });
    return undefined;
  }
}

/** Without an answer nobody knows whether it was taken, unless it could not even leave. */
const reasonFor = (error: unknown, wasOffline: boolean): string =>
  isUnreachable(error) && !wasOffline ? TEXTS.unanswered : (reasonOf(error) ?? '');

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
