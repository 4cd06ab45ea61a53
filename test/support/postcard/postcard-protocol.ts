import type { Clock } from '../../../backend/common/time/clock';
import type { RemoteSession, PublishJob } from '../../../backend/ports/networks/network';
import type { GraphClient } from '../../../backend/ports/networks/meta/graph-client';
import { PagePhotoProtocol } from '../../../backend/ports/networks/meta/page-photo-protocol';
import type { PostProtocol } from '../../../backend/ports/networks/meta/post-protocol';

const greeting = (job: PublishJob): PublishJob => ({ ...job, text: `Greetings! ${job.text}` });

/** Posted like a photo, with a greeting. */
export class PostcardProtocol implements PostProtocol {
  readonly name = 'postcard';
  readonly publishesOnce = false;
  private readonly photo: PagePhotoProtocol;

  constructor(graph: GraphClient, clock: Clock) {
    this.photo = new PagePhotoProtocol(graph, clock);
  }

  async start(job: PublishJob) {
    const started = await this.photo.start(job);
    if ('outcome' in started || !started.session) return started;
    return { ...started, session: { ...started.session, protocol: this.name } };
  }

  upload(job: PublishJob, session: RemoteSession) {
    return this.photo.upload(job, session);
  }

  publish(job: PublishJob, session: RemoteSession) {
    return this.photo.publish(greeting(job), session);
  }

  published(job: PublishJob, session: RemoteSession, json: Record<string, unknown>) {
    return this.photo.published(job, session, json);
  }

  read(job: PublishJob, session: RemoteSession) {
    return this.photo.read(greeting(job), session);
  }

  witness(job: PublishJob, session: RemoteSession) {
    return this.photo.witness(job, session);
  }
}
