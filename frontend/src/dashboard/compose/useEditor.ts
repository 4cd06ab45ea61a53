import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { Post } from '../../types';
import { nameOf } from '../accounts/account';
import { TEXTS as ACCOUNTS } from '../accounts/texts';
import { useAccounts, useUser } from '../queries';
import { fetchPendingOfGroup } from './calls';
import { ComposerFiles } from './composerFiles';
import { changeOf, newTime, storedPost, touchedOf, type Edit } from './editing';
import { keepEdited, keptEdited } from './keptPost';
import type { FittingTarget, Place } from './sending';
import type { EditedPost, UnsentPost } from './unsentPost';

/** A pending post on the screen: what the server has of it, and what is to become of it. */
export function useEditor(original: Post) {
  const { id: userId, timezone } = useUser();
  const [stored, setStored] = useState(() => storedPost(original, timezone));
  const { fields: before, files: filesBefore } = stored;
  const [post, setPost] = useState<EditedPost>(() => ({ ...before, ...keptEdited(userId, original.id) }));
  const isForgotten = useRef(false);
  const [wrong, setWrong] = useState<Record<Place, string>>({});
  const [store] = useState(() => new ComposerFiles(filesBefore));
  const files = useSyncExternalStore(store.subscribe, store.snapshot);
  const coverUpload = useSyncExternalStore(store.subscribe, store.cover.snapshot);
  const target = useTarget(original);
  const targets = useMemo(() => [target], [target]);
  const edit: Edit = { before, now: post, filesBefore, files };
  const hasOtherFiles = files !== filesBefore;
  const isDirty =
    Object.keys(changeOf(edit, targets, null)).length > 0 ||
    newTime(edit) !== undefined ||
    coverUpload.sent !== undefined;

  useEffect(() => {
    if (!isForgotten.current) keepEdited(userId, original.id, touchedOf(before, post));
  }, [userId, original.id, post, before]);
  useEffect(
    () => () => {
      store.stop();
    },
    [store],
  );
  const { data: group } = useQuery({
    queryKey: ['edited-post', 'group', original.group_id],
    queryFn: () => fetchPendingOfGroup(original.group_id ?? 0),
    enabled: original.group_id !== null,
  });
  const siblings = group?.filter(({ id }) => id !== original.id) ?? NONE;

  return {
    original,
    stored,
    setStored,
    edit,
    post,
    files,
    coverUpload,
    store,
    targets,
    siblings,
    wrong,
    isDirty,
    hasOtherFiles,
    refuse: setWrong,
    change(change: Partial<EditedPost> | ((post: UnsentPost) => UnsentPost), place?: Place) {
      setPost((now) => ({ ...now, ...(typeof change === 'function' ? change(now) : change) }));
      if (place !== undefined && place in wrong) setWrong(({ [place]: _mended, ...others }) => others);
    },
    /** It is saved. */
    forget() {
      isForgotten.current = true;
      keepEdited(userId, original.id, null);
    },
  };
}

export type Editor = ReturnType<typeof useEditor>;

const NONE: Post[] = [];

/** Where the post goes. Its account may be removed, or not be connected yet. */
function useTarget({ account, network, format }: Post): FittingTarget {
  const { data: accounts } = useAccounts();
  const known = accounts?.find(({ id }) => id === account?.id);
  const name = known
    ? nameOf(known)
    : account
      ? (account.name ?? ACCOUNTS.removedAccount)
      : ACCOUNTS[network];
  const picture_path = known?.picture_path ?? null;
  return useMemo(
    () => ({
      ...{ accountId: account?.id ?? 0, format, text: null, time: null, network },
      account: { network, name, remote_id: '', picture_path },
    }),
    [account?.id, format, network, name, picture_path],
  );
}

/** A sibling as a target of what is applied to the whole group. */
export const targetOf = ({ id, network, format }: Post): FittingTarget => ({
  ...{ accountId: -id, network, format, text: null, time: null },
  account: { network, name: null, remote_id: '', picture_path: null },
});
