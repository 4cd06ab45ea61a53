import { CallsOnce } from '../../../callsOnce';
import type { Post, Schemas } from '../../../types';
import { changeMany, type Change, type Outcome } from './changeMany';

type Send = (change: Schemas['ChangePostsDto'], calls: CallsOnce) => Promise<Schemas['ChangedPostsView']>;

interface Attempt {
  content: string;
  posts: readonly Post[];
  calls: CallsOnce;
  /** By the ids of their posts. */
  answers: Map<string, Schemas['ChangedPostsView']>;
}

/**
 * Makes a change of some posts once, also when it is sent again because an answer was lost. It is then about the same
 * posts, with the times they had before: otherwise those that were changed already would be shifted again.
 */
export class ChangeOnce {
  private attempt: Attempt | undefined;

  constructor(private readonly send: Send) {}

  async make(posts: readonly Post[], change: Change): Promise<Outcome> {
    const content = JSON.stringify(change);
    if (this.attempt?.content !== content)
      this.attempt = { content, posts, calls: new CallsOnce(), answers: new Map() };
    const { attempt } = this;
    const { calls, answers } = attempt;
    try {
      const outcome = await changeMany(attempt.posts, change, async (some) => {
        const ids = some.ids.join();
        const answer = answers.get(ids) ?? (await this.send(some, calls));
        answers.set(ids, answer);
        return answer;
      });
      this.attempt = undefined;
      return outcome;
    } catch (error) {
      const hasChanged = answers.size > 0 || calls.isUnsure;
      if (!hasChanged) this.attempt = undefined;
      throw error;
    }
  }
}
