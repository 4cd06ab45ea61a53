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
  type KeptPost,
} from './keptPost';
import { adoptAttempt, attemptOf, forgetAttempt } from './sendAttempt';
import { fittingTargets, unfitFiles, type Place } from './sending';
import { EMPTY_POST, hasContent, withSole, type UnsentPost } from './unsentPost';

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
  const sole = accounts?.length === 1 ? accounts[0]?.id : undefined;

  useEffect(() => {
    if (before && before.files.length > 0) void store.restore(before.files);
    return () => {
      store.stop();
    };
  }, [store, before]);

  useEffect(() => {
    setPost((now) => withSole(now, sole));
  }, [sole]);
  const isDirty = hasContent(post) || files.length > 0;
  const [isKept, setKept] = useState(true);
  const sent = useRef<UnsentPost>(undefined);
  const written = useRef<Written>(before);
  const keep = useCallback(() => {
    if (post === sent.current) return;
    const files = keptFiles(store.snapshot());
    const isSame = written.current && textOf(written.current, sole) === textOf({ post, files }, sole);
    // Another tab may have stored something newer since, or sent what was copied from it.
    if (isSame && (copied.current !== undefined || lastKept(userId))) return;
    written.current = { post, files };
    if (hasContent(post) || files.length > 0) {
      setKept(keepPost(userId, { id: id.current, post, files }));
      copied.current = undefined;
    } else {
      discardPost(userId, id.current, copied.current);
      forgetAttempt(userId, attemptOf(userId)?.key);
    }
  }, [post, sole, store, userId]);
  useKeeping(keep, files);

  /** Sent or discarded: the next one is new. */
  const begin = (discard: boolean) => {
    (discard ? discardPost : forgetPost)(userId, id.current, copied.current);
    forgetAttempt(userId, attemptOf(userId)?.key);
    copied.current = undefined;
    sent.current = post;
    id.current = newId();
    store.clear(discard);
    setPost(withSole(EMPTY_POST, sole));
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

  const unfit = useMemo(() => unfitFiles(post, files, accounts ?? []), [post, files, accounts]);
  const stillWrong = useMemo(() => withoutMended(wrong, unfit), [wrong, unfit]);

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
    wrong: stillWrong,
    /** Of files that fit none of the chosen accounts, what is said of them. */
    unfit,
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

/** That files do not fit is mended in many ways. */
function withoutMended({ unfit, ...wrong }: Record<Place, string>, now: Record<Place, string>) {
  return unfit !== undefined && Object.keys(now).length > 0 ? { unfit, ...wrong } : wrong;
}

type Written = Pick<KeptPost, 'post' | 'files'>;

/** That the only account is chosen is no change of the user's. */
const textOf = ({ post, files }: Written, sole: number | undefined) =>
  JSON.stringify([withSole(post, sole), files]);

/** With what is known of a call that should have made it. */
function found(userId: number) {
  const before = keptPost(userId);
  if (before) adoptAttempt(userId, sharedId(before.id, before.copied));
  return before;
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
