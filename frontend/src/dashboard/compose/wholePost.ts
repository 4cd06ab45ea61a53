import type { RefObject } from 'react';
import { reasonOf } from '../../api';
import { areSameFiles } from './chosenFile';
import { attemptOf, isRepeatable } from './sendAttempt';
import { contentOf, fittingTargets, missing, needsFrame, type Place, type Way } from './sending';
import { TEXTS } from './texts';
import type { Composer } from './useComposer';

/**
 * The post once all it needs is on the server, as it is then. Undefined: something is missing or has other files than
 * when the button was pressed, which is said, or it is left.
 */
export async function wholePost(
  latest: RefObject<Composer>,
  userId: number,
  way: Way,
  refuse: (wrong: Record<Place, string>) => void,
) {
  const pressedWith = latest.current.store.snapshot();
  try {
    for (;;) {
      if (!(await latest.current.store.settled())) return undefined;
      const { post, store, accounts = [] } = latest.current;
      const files = store.snapshot();
      if (!areSameFiles(pressedWith, files)) {
        refuse({ '': TEXTS.filesChanged });
        return undefined;
      }
      const targets = fittingTargets(post, files, accounts);
      const wrong = missing(post, files, accounts, way);
      if (Object.keys(wrong).length > 0) {
        refuse(wrong);
        return undefined;
      }
      if (!needsFrame(post.cover, targets)) return { post, files, targets, frameId: null };
      const earlier = attemptOf(userId);
      if (earlier && isRepeatable(earlier, contentOf(post, files, targets, way)))
        return { post, files, targets, frameId: earlier.frameId };
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
