import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { isApiError, reasonOf } from '../../api';
import { toast } from '../../toasts';
import { reschedulePost } from '../posts/calls';
import { ALL_KINDS, KINDS } from '../posts/kinds';
import { notesOf } from '../posts/warnings/notesOf';
import { refreshSubscription } from '../queries';
import { changePost, type PostChange } from './calls';
import { areSameFiles } from './chosenFile';
import { changeOf, isCoverToSend, isTimeFirst, newTime, withContent, withTime, type Edit } from './editing';
import { isMissing, mayBeTried, needsFrame, placesOf, type Place } from './sending';
import { TEXTS } from './texts';
import { targetOf, type Editor } from './useEditor';
import { useIsLeft } from '../posts/upload/useIsLeft';

/** Saves what was changed, the time by a call of its own, and goes back to where the editing began. */
export function useSave(editor: Editor) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isDone, setDone] = useState(false);
  const latest = useRef(editor);
  useEffect(() => {
    latest.current = editor;
  });
  const { id, kind } = editor.original;
  const isLeft = useIsLeft();
  const refuse = (wrong: Record<Place, string>) => {
    const [reason] = Object.values(wrong);
    if (!isLeft()) latest.current.refuse(wrong);
    else if (reason) toast.error(TEXTS.notSaved(reason));
  };

  const save = useMutation({
    async mutationFn(): Promise<string[] | null> {
      const ready = await whole(latest, refuse);
      if (!ready) return null;
      const { change, edit } = ready;
      const { setStored, targets } = latest.current;
      refuse({});
      const notes = ready.isWithoutFrame ? [TEXTS.frameUnreadNote] : [];
      const time = newTime(edit);
      const content = async () => {
        if (Object.keys(change).length === 0) return;
        const answer = await changePost(id, change);
        setStored((stored) => withContent(stored, edit, change, answer));
        client.setQueryData(['edited-post', id], answer);
      };
      const reschedule = async () => {
        if (time === undefined) return;
        const { warnings, ...answer } = await reschedulePost('posts', id, time);
        setStored((stored) => withTime(stored, edit, answer));
        client.setQueryData(['edited-post', id], answer);
        notes.push(...notesOf(warnings));
      };
      try {
        for (const step of isTimeFirst(edit) ? [reschedule, content] : [content, reschedule]) await step();
        return notes;
      } catch (error) {
        const places = isApiError(error) ? placesOf(error.errors, targets, edit.files) : {};
        refuse(Object.keys(places).length > 0 ? places : { '': reasonOf(error) ?? '' });
        return null;
      }
    },
    onSuccess(notes) {
      if (!notes) return;
      toast.success(KINDS[kind].texts.edited, undefined, notes);
      latest.current.forget();
      latest.current.store.frames.clear(false);
      if (!isLeft()) setDone(true);
    },
    async onSettled() {
      // Half of it may be done, and what was refused may have gone out or be deleted.
      for (const queryKey of [
        ['calendar'],
        ['edited-post'],
        ...ALL_KINDS.map((each) => [KINDS[each].resource]),
      ])
        void client.invalidateQueries({ queryKey });
      await refreshSubscription(client);
    },
  });
  const leave = useRef(() => {
    // Of a tab that was opened with this address, there is no way back.
    const { idx = 0 } = (history.state ?? {}) as { idx?: number };
    if (idx > 0) void navigate(-1);
    else void navigate(KINDS[kind].screen.href);
  });
  // Only once nothing is left to be asked about.
  useEffect(() => {
    if (isDone) leave.current();
  }, [isDone]);
  return {
    isDone,
    isSaving: save.isPending,
    save: () => {
      save.mutate();
    },
    leave: () => {
      leave.current();
    },
  };
}

export type Save = ReturnType<typeof useSave>;

/** The change once all it needs is on the server, as it is then. Undefined: something is missing, which is said, or it is left. */
async function whole(
  latest: React.RefObject<Editor>,
  refuse: (wrong: Record<Place, string>) => void,
): Promise<{ edit: Edit; change: PostChange; isWithoutFrame: boolean } | undefined> {
  const pressedWith = latest.current.store.snapshot();
  try {
    for (;;) {
      if (!(await latest.current.store.settled())) return undefined;
      const { edit, post, store, targets: own, siblings } = latest.current;
      const files = store.snapshot();
      if (!areSameFiles(pressedWith, files)) {
        refuse({ '': TEXTS.filesChanged });
        return undefined;
      }
      const wrong: Record<string, string> = {};
      if (!post.title.trim()) wrong.title = TEXTS.enterTitle;
      if (files.some(isMissing)) wrong.files = TEXTS.removeMissing(files.some(mayBeTried));
      if (Object.keys(wrong).length > 0) {
        refuse(wrong);
        return undefined;
      }
      const now = { ...edit, files };
      const targets = [...own, ...(post.toGroup ? siblings.map(targetOf) : [])];
      const isNeeded = isCoverToSend(now) && needsFrame(post.cover, targets);
      const { cover } = post;
      const frameId =
        isNeeded && cover && 'atMs' in cover
          ? await store.frames.idOf(files[0]?.src ?? '', cover.atMs)
          : null;
      // Somebody may have chosen otherwise meanwhile.
      if (latest.current.post === post && store.snapshot() === files && !store.cover.snapshot().sent)
        return {
          edit: now,
          change: changeOf(now, targets, frameId),
          isWithoutFrame: isNeeded && frameId === null,
        };
    }
  } catch (error) {
    refuse({ cover: reasonOf(error) ?? '' });
    return undefined;
  }
}
