import { isProved, presentedToken } from '../../../backend/meta-world/admission';
import { sizesOf } from '../../../backend/meta-world/bytes';
import { ownerOf } from '../../../backend/meta-world/objects';
import { attachedPhotos } from '../../../backend/meta-world/photos';
import { videoOfSession } from '../../../backend/meta-world/videos';
import type { FakeAccounts } from './accounts';
import type { Checker } from './checker';
import type { FakeExchange } from './network';
import { PARAMETERS } from './parameters';

/** `[rule, what happened]` */
type Finding = [string, string] | undefined;

/** What the product may never send, judged by what the world knows before a call takes effect. */
export class Rules {
  /** How many bytes were here when the caller last asked. */
  private readonly told = new Map<string, number>();
  /** Videos whose last chunk the caller cannot know the fate of. */
  private readonly inDoubt = new Set<string>();

  constructor(
    private readonly checker: Checker,
    private readonly accounts: FakeAccounts,
  ) {}

  /** Of a call that has only come in. */
  arrived(x: FakeExchange): void {
    if (this.accounts.isTokenIn(withoutInspected(x.url)))
      this.flag(['token-in-url', `${x.name} ${x.call.path}`]);
    if (x.name !== 'oauth') this.flag(this.caller(x));
  }

  /** Of a call that is allowed. */
  admitted(x: FakeExchange): void {
    this.checkParameters(x);
    if (x.host === 'rupload') this.flag(this.bytes(x));
    else if (x.name === 'videos.start') this.flag(sizeMissing(x));
    else if (x.name === 'videos.transfer') this.flag(this.chunk(x, targetOf(x)));
    else if (['reels.finish', 'videos.finish', 'ig.publish'].includes(x.name)) this.flag(publicCall(x));
    else if (x.name === 'feed')
      for (const photo of attachedPhotos(x.params)) this.flag(repeatedFeed(x, photo));
  }

  /** Of a call that has taken effect, or not. */
  answered(x: FakeExchange): void {
    const { action, effect, name, node, world, truncated } = x;
    if (effect && (name === 'video.status' || name === 'ig.status'))
      this.told.set(node, world.upload(node).bytes);
    const isInDoubt = truncated || action.wrongOffset === 'after' || action.cut === 'after' || action.after;
    const video = effect && isInDoubt && name === 'videos.transfer' ? targetOf(x) : undefined;
    if (video !== undefined) this.inDoubt.add(video);
  }

  private flag(found: Finding): void {
    if (found) this.checker.flag(...found);
  }

  private caller(x: FakeExchange): Finding {
    const { name, host, call } = x;
    const { scheme, token } = presentedToken(x);
    if (host === 'rupload' && scheme !== 'OAuth')
      return ['missing-header', `${name} of ${x.node} without Authorization: OAuth`];
    if (token === '') return ['missing-header', `${name} ${call.path} without Authorization`];
    if (!isProved(x, token)) return ['no-proof', `${name} ${call.path}`];
    const [identity, account] = [this.accounts.identify(token), ownerOf(x, x.node)];
    // Whether a token is good for a page is found out by reading that page with it.
    const asks = ['page.read', 'ig.account'].includes(name);
    if (asks || !identity || !account || this.accounts.refusalOf(token)) return undefined;
    if (this.accounts.mayActFor(identity, account)) return undefined;
    return ['foreign-token', `${name} of ${account.id} with the token of a ${identity.kind}`];
  }

  private checkParameters({ name, params, files, url }: FakeExchange): void {
    const allowed = PARAMETERS[name];
    if (!allowed) return;
    for (const parameter of [...Object.keys(params), ...Object.keys(files)]) {
      const bare = parameter.replace(/\[\d+\]$/, '');
      if (bare === 'appsecret_proof' || allowed.includes(bare)) continue;
      const rule = bare === 'fields' ? 'fields-on-write' : 'unknown-parameter';
      if (bare !== 'access_token' || !url.searchParams.has(bare)) this.flag([rule, `${name} with ${bare}`]);
    }
  }

  private bytes(x: FakeExchange): Finding {
    const { name, node: id, world, action, headers } = x;
    const { offset, size } = sizesOf(x);
    const { bytes, size: agreed = size } = world.upload(id);
    if (!world.started(id)) return undefined;
    if (Number.isNaN(offset + size))
      return ['missing-header', `${name} of ${id} without offset and file_size`];
    if (agreed !== size) this.flag(['other-size', `${id}: ${agreed}, then ${size}`]);
    if (action.wrongOffset === true) return undefined;
    if (offset !== bytes) {
      // What an older connection still delivers comes in between the question and the bytes: the caller cannot know.
      if (offset === this.told.get(id)) return undefined;
      return ['wrong-offset', `${name} of ${id} at ${offset}, but ${bytes} are here`];
    }
    const length = headers['content-length'];
    if (length === undefined || Number(length) === size - offset) return undefined;
    return ['wrong-length', `${name} of ${id} announces ${String(length)} of ${size - offset} bytes`];
  }

  private chunk({ params, files, world, action, truncated }: FakeExchange, video = ''): Finding {
    if (!world.started(video)) return undefined;
    const chunk = files.video_file_chunk;
    const of = `videos.transfer of ${video}`;
    if (!chunk) return ['missing-parameter', `${of} without video_file_chunk as a file`];
    if (action.wrongOffset === true) return undefined;
    const { bytes } = world.upload(video);
    // After a cut transfer the caller cannot know how much arrived: asking with the old offset is how it finds out.
    const mayBeWrong = this.inDoubt.delete(video);
    if (params.start_offset !== String(bytes))
      return mayBeWrong
        ? undefined
        : ['wrong-offset', `${of} at ${String(params.start_offset)}, expected ${bytes}`];
    const wanted = (world.store.read(video, 'window')?.end ?? 0) - bytes;
    if (truncated || chunk.bytes === wanted) return undefined;
    return ['wrong-length', `${of}: ${chunk.bytes} bytes for another window`];
  }
}

function sizeMissing({ params }: FakeExchange): Finding {
  if (/^\d+$/.test(params.file_size ?? '')) return undefined;
  return ['missing-parameter', 'videos.start without file_size'];
}

function publicCall(x: FakeExchange): Finding {
  const { name, world, call } = x;
  const id = targetOf(x) ?? '';
  if (world.started(id)?.owner !== x.account?.id) return undefined;
  const { bytes, isComplete } = world.upload(id);
  if (world.finished(id)) return ['second-public-call', `${name} of ${id}, call ${call.nth}`];
  return isComplete ? undefined : ['finish-before-bytes', `${name} of ${id} at ${bytes} bytes`];
}

function repeatedFeed({ world, call }: FakeExchange, photo: string): Finding {
  const post = world.store.read(photo, 'attached')?.post;
  if (post === undefined || !world.finished(post)) return undefined;
  return ['second-public-call', `feed of photo ${photo}, call ${call.nth}`];
}

/** The video or container that a write is about. */
export function targetOf(x: FakeExchange): string | undefined {
  const { host, node, params } = x;
  if (host === 'rupload') return node;
  return params.video_id ?? params.creation_id ?? videoOfSession(x, params.upload_session_id ?? '');
}

/** /debug_token takes the token to look at in the URL: that is its documented form. */
function withoutInspected(url: URL): string {
  const query = new URLSearchParams(url.search);
  query.delete('input_token');
  query.delete('fb_exchange_token');
  return url.pathname + [...query.values()].join(' ');
}
