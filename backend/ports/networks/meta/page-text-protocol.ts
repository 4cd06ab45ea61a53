import type { Outcome, PublishJob, RemoteSession } from '../network';
import { failedWithoutId } from './failed-without-reason';
import type { Answer, GraphClient } from './graph-client';
import { asObject, textOf } from './json';
import type { ListRow } from './long-lists';
import { firstNotTaken, isBefore, listedSince, liveAs, missingFrom, publishedAs } from './page-posts';
import { targetsIn } from './public-items';
import type { PostProtocol, Sighting } from './post-protocol';
import { sameWords } from './same-words';

/** A text has no id before it is public. */
const NO_ID = '';

/** Posts a text, with or without a link, by `feed` (reference "Page Feed"): one call, and nothing before it. */
export class PageTextProtocol implements PostProtocol {
  readonly name = 'text';
  readonly publishesOnce = false;

  constructor(private readonly graph: GraphClient) {}

  start({ credentials }: PublishJob): Promise<{ answer: Answer; session: RemoteSession }> {
    const { accountId } = credentials;
    const session = { protocol: this.name, accountId, remoteId: NO_ID, uploaded: true };
    return Promise.resolve({ answer: { kind: 'ok', json: {} }, session });
  }

  upload(_job: PublishJob, session: RemoteSession): Promise<{ session: RemoteSession }> {
    return Promise.resolve({ session });
  }

  async publish({ credentials, text, link, signal, held }: PublishJob): Promise<Answer> {
    const parameters = { message: text, ...(link !== undefined && { link }) };
    const path = `${credentials.accountId}/feed`;
    return failedWithoutId(await this.graph.post(path, credentials.token, parameters, signal, held));
  }

  /** @returns undefined when the answer does not name the post, which is then looked for. */
  async published(
    job: PublishJob,
    _session: RemoteSession,
    json: Record<string, unknown>,
  ): Promise<Outcome | undefined> {
    const remoteId = textOf(json.id);
    return remoteId === undefined ? undefined : publishedAs(this.graph, job, remoteId);
  }

  read(job: PublishJob, session: RemoteSession): Promise<Sighting> {
    return this.find(job, session, 'published_posts');
  }

  witness(job: PublishJob, session: RemoteSession): Promise<Sighting> {
    return this.find(job, session, 'feed');
  }

  /**
   * Looks for a post of the same words without pictures. What is another post's does not count. What is shown with a
   * link is Meta's choice and tells nothing.
   */
  private async find(
    job: PublishJob,
    session: RemoteSession,
    list: 'published_posts' | 'feed',
  ): Promise<Sighting> {
    const listed = await listedSince(this.graph, job, session, list);
    if ('kind' in listed) return listed;
    const alike = listed.posts.filter(
      (post) =>
        sameWords(post.message, job.text) &&
        (job.link !== undefined || !hasMedia(post)) &&
        textOf(post.id) !== undefined &&
        !isBefore(post, session),
    );
    const found = await firstNotTaken(job, alike);
    return found ? liveAs(found) : missingFrom(listed);
  }
}

/** Whether it shows photos or videos of a Page. What a link leads to, such as a video at YouTube, has no id at Meta. */
function hasMedia({ attachments }: ListRow): boolean {
  const data = asObject(attachments)?.data;
  return (
    Array.isArray(data) &&
    data.some(
      (each: unknown) =>
        /photo|video|album/.test(textOf(asObject(each)?.media_type) ?? textOf(asObject(each)?.type) ?? '') &&
        targetsIn(each).length > 0,
    )
  );
}
