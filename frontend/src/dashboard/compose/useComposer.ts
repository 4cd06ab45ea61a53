import {
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useAccounts, useUser } from '../queries';
import { ComposerFiles } from './composerFiles';
import {
  discardPost,
  forgetPost,
  keepPost,
  keptFiles,
  keptPost,
  lastKept,
  newId,
  onForgotten,
  sharedId,
} from './keptPost';
import { adoptAttempt, attemptOf, forgetAttempt } from './sendAttempt';
import { fittingTargets, type Place } from './sending';
import { EMPTY_POST, hasContent, type UnsentPost } from './unsentPost';

/** So that a word costs one write. */
const KEPT_AFTER_MS = 300;

/** The post on the screen: what is written, its files, and where the server refused it. */
export function useComposer() {
  const { id: userId } = useUser();
  const [before] = useState(() => found(userId));
  const [post, setPost] = useState<UnsentPost>(before?.post ?? EMPTY_POST);
  const [wrong, setWrong] = useState<Record<Place, string>>({});
  const id = useRef(before?.id ?? newId());
  const copied = useRef(before?.copied);
  const [store] = useState(() => {
    const taken = before?.copied === undefined ? [] : before.files;
    return new ComposerFiles([], (mediumId) => {
      const last = lastKept(userId);
      const others = last && last.id !== id.current ? last.files : [];
      return [...taken, ...others].some((file) => file.mediumId === mediumId);
    });
  });
  const files = useSyncExternalStore(store.subscribe, store.snapshot);
  const coverUpload = useSyncExternalStore(store.subscribe, store.cover.snapshot);
  const { data: accounts } = useAccounts();

  useEffect(() => {
    if (before && before.files.length > 0) void store.restore(before.files);
    return () => {
      store.stop();
    };
  }, [store, before]);

  useSoleAccount(accounts, before === undefined, setPost);
  const isDirty = hasContent(post) || files.length > 0;
  const [isKept, setKept] = useState(true);
  const sent = useRef<UnsentPost>(undefined);
  const written = useRef(before && JSON.stringify([before.post, before.files]));
  const keep = useCallback(() => {
    if (post === sent.current) return;
    const files = keptFiles(store.snapshot());
    const text = JSON.stringify([post, files]);
    // Another tab may have stored something newer since, or sent what was copied from it.
    if (text === written.current && (copied.current !== undefined || lastKept(userId))) return;
    written.current = text;
    if (hasContent(post) || files.length > 0) {
      setKept(keepPost(userId, { id: id.current, post, files }));
      copied.current = undefined;
    } else {
      discardPost(userId, id.current, copied.current);
      forgetAttempt(userId, attemptOf(userId)?.key);
    }
  }, [post, store, userId]);
  useKeeping(keep, files);

  /** Sent or discarded: the next one is new. */
  const begin = (discard: boolean) => {
    (discard ? discardPost : forgetPost)(userId, id.current, copied.current);
    forgetAttempt(userId, attemptOf(userId)?.key);
    copied.current = undefined;
    sent.current = post;
    id.current = newId();
    store.clear(discard);
    setPost(EMPTY_POST);
    setWrong({});
  };
  const beginLater = useRef(begin);
  useEffect(() => {
    beginLater.current = begin;
  });
  useEffect(
    () =>
      onForgotten(
        userId,
        () => copied.current,
        () => {
          beginLater.current(false);
        },
      ),
    [userId],
  );

  const seen = useDeferredValue(post);
  const targets = useMemo(() => fittingTargets(seen, files, accounts ?? []), [seen, files, accounts]);

  return {
    id,
    copied,
    post,
    /** A little behind what is typed, so that typing never waits for the preview. */
    seen,
    files,
    coverUpload,
    store,
    accounts,
    targets,
    isDirty,
    isKept,
    wrong,
    refuse: setWrong,
    /** The mistake at this place is being mended. */
    change(change: Partial<UnsentPost> | ((post: UnsentPost) => UnsentPost), place?: Place) {
      setPost((now) => (typeof change === 'function' ? change(now) : { ...now, ...change }));
      if (place !== undefined && place in wrong) setWrong(({ [place]: _mended, ...others }) => others);
    },
    begin,
  };
}

export type Composer = ReturnType<typeof useComposer>;

/** What the fields show, of a new post or of one that is edited. */
export type PostFields = Pick<
  Composer,
  'post' | 'files' | 'coverUpload' | 'store' | 'targets' | 'wrong' | 'change'
>;

/** With what is known of a call that should have made it. */
function found(userId: number) {
  const before = keptPost(userId);
  if (before) adoptAttempt(userId, sharedId(before.id, before.copied));
  return before;
}

/** Where there is one account only, the post goes there. */
function useSoleAccount(
  accounts: readonly { id: number }[] | undefined,
  isNew: boolean,
  setPost: (change: (post: UnsentPost) => UnsentPost) => void,
) {
  const sole = isNew && accounts?.length === 1 ? accounts[0]?.id : undefined;
  useEffect(() => {
    if (sole === undefined) return;
    setPost((post) =>
      post.targets.length > 0
        ? post
        : { ...post, targets: [{ accountId: sole, format: null, text: null, time: null }] },
    );
  }, [sole, setPost]);
}

/** Keeps the post a moment after each change, and at once when the page is left. */
function useKeeping(keep: () => void, files: unknown) {
  useEffect(() => {
    const timer = setTimeout(keep, KEPT_AFTER_MS);
    addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', keep);
    };
  }, [keep, files]);
  const latest = useRef(keep);
  useEffect(() => {
    latest.current = keep;
  });
  useEffect(() => () => latest.current(), []);
}
