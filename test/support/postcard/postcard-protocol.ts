import type { Handle, PublishJob } from '../../../backend/ports/networks/network';
import type { GraphClient } from '../../../backend/ports/networks/meta/graph-client';
import { PagePhotoProtocol } from '../../../backend/ports/networks/meta/page-photo-protocol';
import type { PostProtocol } from '../../../backend/ports/networks/meta/page-post';

const greeting = (job: PublishJob): PublishJob => ({ ...job, text: `Greetings! ${job.text}` });

/** Posted like a photo, with a greeting. */
export class PostcardProtocol implements PostProtocol {
  readonly name = 'postcard';
  readonly publishesOnce = false;
  private readonly photo: PagePhotoProtocol;

  constructor(graph: GraphClient) {
    this.photo = new PagePhotoProtocol(graph);
  }

  async start(job: PublishJob) {
    const started = await this.photo.start(job);
    if ('outcome' in started || !started.handle) return started;
    return { ...started, handle: { ...started.handle, protocol: this.name } };
  }

  upload(job: PublishJob, handle: Handle) {
    return this.photo.upload(job, handle);
  }

  publish(job: PublishJob, handle: Handle) {
    return this.photo.publish(greeting(job), handle);
  }

  published(job: PublishJob, handle: Handle, json: Record<string, unknown>) {
    return this.photo.published(job, handle, json);
  }

  read(job: PublishJob, handle: Handle) {
    return this.photo.read(greeting(job), handle);
  }

  witness(job: PublishJob, handle: Handle) {
    return this.photo.witness(job, handle);
  }
}
