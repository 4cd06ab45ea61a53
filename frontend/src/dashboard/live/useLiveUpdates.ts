import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { bearer } from '../../api';
import { firstAnswersAreOld } from '../../firstCalls';
import { answered, unanswered } from '../../serverReachability';
import { currentSession, sessionEnded, useSession } from '../../session';
import { liveIs } from './liveState';
import { LiveStream } from './liveStream';
import type { LiveQuery } from '../screenManifest';
import { refetchTopics, topicsOf } from './refetchTopics';

/** Browsers allow six connections per host, so hidden tabs release theirs after this time. */
const UNSEEN_MS = 10_000;

/** The one event stream of this tab; refetches what the server announces. */
export function useLiveUpdates(queries: readonly LiveQuery[]) {
  const client = useQueryClient();
  const { token } = useSession();
  useEffect(() => {
    if (!token) return;
    let isFirst = true;
    const all = topicsOf(queries);
    const stream = new LiveStream({
      open: (headers, signal) =>
        fetch('/api/events', { headers: { ...headers, ...bearer() }, signal, cache: 'no-store' }),
      changed(topics) {
        liveIs(true);
        answered();
        refetchTopics(client, queries, isFirst && firstAnswersAreOld() ? all : topics);
        isFirst = false;
      },
      lost() {
        liveIs(false);
        void unanswered();
        // Refetches now; polling takes over from here.
        refetchTopics(client, queries, all);
      },
      refused() {
        if (currentSession().token === token) sessionEnded();
      },
    });
    const neglect = followVisibility(stream);
    return () => {
      neglect();
      stream.rest();
      liveIs(false);
    };
  }, [client, queries, token]);
}

function followVisibility(stream: LiveStream): () => void {
  let unseen: ReturnType<typeof setTimeout> | undefined;
  const follow = () => {
    clearTimeout(unseen);
    if (!document.hidden) stream.wake();
    else
      unseen = setTimeout(() => {
        stream.rest();
      }, UNSEEN_MS);
  };
  follow();
  document.addEventListener('visibilitychange', follow);
  addEventListener('online', follow);
  return () => {
    clearTimeout(unseen);
    document.removeEventListener('visibilitychange', follow);
    removeEventListener('online', follow);
  };
}
