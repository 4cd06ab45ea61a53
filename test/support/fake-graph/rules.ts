import { isProved, needsNoToken, presentedToken } from '../../../backend/meta-world/admission';
import { sizesOf } from '../../../backend/meta-world/bytes';
import { ownerOf } from '../../../backend/meta-world/objects';
import { attachedPhotos } from '../../../backend/meta-world/photos';
import { videoOfSession } from '../../../backend/meta-world/videos';
import type { FakeAccounts } from './accounts';
import type { Checker } from './checker';
import type { FakeCall } from './fake-call';
import { PARAMETERS } from './parameters';

/** `[rule, what happened]` */
type Finding = [string, string] | undefined;

const FINISHES = ['reels.finish', 'videos.finish', 'stories.finish', 'ig.publish'];

/** Rules for the client, checked against the state of the world before a call takes effect. */
export class Rules {
  /** The number of bytes that the client was last told, by video or container. */
  private readonly told = new Map<string, number>();
  /** Videos whose last chunk was not acknowledged: the client cannot know its fate. */
  private readonly inDoubt = new Set<string>();

  constructor(
    private readonly checker: Checker,
    private readonly accounts: FakeAccounts,
  ) {}

  /** Checks a call before it is authorised. */
  arrived(call: FakeCall): void {
    if (this.accounts.isTokenIn(withoutInspected(call.url)))
      this.flag(['token-in-url', `${call.name} ${call.record.path}`]);
    if (!needsNoToken(call)) this.flag(this.caller(call));
  }

  /** Checks a call that is authorised. */
  admitted(call: FakeCall): void {
    this.checkParameters(call);
    if (call.host === 'rupload') this.flag(this.bytes(call));
    else if (call.name === 'videos.start') this.flag(sizeMissing(call));
    else if (call.name === 'videos.transfer') this.flag(this.chunk(call, targetOf(call)));
    else if (FINISHES.includes(call.name)) this.flag(publicCall(call));
    else if (call.name === 'ig.create') this.flag(needlessWords(call));
    else if (call.name === 'photo_stories') this.flag(repeatedPhoto(call, call.params.photo_id ?? ''));
    else if (call.name === 'feed')
      for (const photo of attachedPhotos(call.params)) this.flag(repeatedPhoto(call, photo));
  }

  /** Notes what the client knows after a call. */
  answered(call: FakeCall): void {
    const { action, effect, name, node, world, truncated } = call;
    if (effect && (name === 'video.status' || name === 'ig.status'))
      this.told.set(node, world.upload(node).bytes);
    const isInDoubt = truncated || action.wrongOffset === 'after' || action.cut === 'after' || action.after;
    const video = effect && isInDoubt && name === 'videos.transfer' ? targetOf(call) : undefined;
    if (video !== undefined) this.inDoubt.add(video);
  }

  private flag(found: Finding): void {
    if (found) this.checker.flag(...found);
  }

  private caller(call: FakeCall): Finding {
    const { name, host, record } = call;
    const { scheme, token } = presentedToken(call);
    if (host === 'rupload' && scheme !== 'OAuth')
      return ['missing-header', `${name} of ${call.node} without Authorization: OAuth`];
    if (token === '') return ['missing-header', `${name} ${record.path} without Authorization`];
    if (!isProved(call, token)) return ['no-proof', `${name} ${record.path}`];
    const [identity, account] = [this.accounts.identify(token), ownerOf(call, call.node)];
    // Clients test a token by reading the Page with it.
    const asks = ['page.read', 'ig.account'].includes(name);
    if (asks || !identity || !account || this.accounts.refusalOf(token)) return undefined;
    if (this.accounts.mayActFor(identity, account)) return undefined;
    return ['foreign-token', `${name} of ${account.id} with the token of a ${identity.kind}`];
  }

  private checkParameters({ name, params, files, url }: FakeCall): void {
    const allowed = PARAMETERS[name];
    if (!allowed) return;
    for (const parameter of [...Object.keys(params), ...Object.keys(files)]) {
      const bare = parameter.replace(/\[\d+\]$/, '');
      if (bare === 'appsecret_proof' || allowed.includes(bare)) continue;
      const rule = bare === 'fields' ? 'fields-on-write' : 'unknown-parameter';
      if (bare !== 'access_token' || !url.searchParams.has(bare)) this.flag([rule, `${name} with ${bare}`]);
    }
  }

  private bytes(call: FakeCall): Finding {
    const { name, node: id, world, action, headers } = call;
    const { offset, size } = sizesOf(call);
    const { bytes, size: agreed = size } = world.upload(id);
    if (!world.started(id)) return undefined;
    if (Number.isNaN(offset + size))
      return ['missing-header', `${name} of ${id} without offset and file_size`];
    if (agreed !== size) this.flag(['other-size', `${id}: ${agreed}, then ${size}`]);
    if (action.wrongOffset === true) return undefined;
    if (offset !== bytes) {
      // An older connection may have delivered bytes since the client asked.
      if (offset === this.told.get(id)) return undefined;
      return ['wrong-offset', `${name} of ${id} at ${offset}, but ${bytes} are here`];
    }
    const length = headers['content-length'];
    if (length === undefined || Number(length) === size - offset) return undefined;
    return ['wrong-length', `${name} of ${id} announces ${String(length)} of ${size - offset} bytes`];
  }

  private chunk({ params, files, world, action, truncated }: FakeCall, video = ''): Finding {
    if (!world.started(video)) return undefined;
    const chunk = files.video_file_chunk;
    const of = `videos.transfer of ${video}`;
    if (!chunk) return ['missing-parameter', `${of} without video_file_chunk as a file`];
    if (action.wrongOffset === true) return undefined;
    const { bytes } = world.upload(video);
    // After a cut transfer the client does not know the offset; sending the old one is how it learns.
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

function sizeMissing({ params }: FakeCall): Finding {
  if (/^\d+$/.test(params.file_size ?? '')) return undefined;
  return ['missing-parameter', 'videos.start without file_size'];
}

function publicCall(call: FakeCall): Finding {
  const { name, world, record } = call;
  const id = targetOf(call) ?? '';
  if (world.started(id)?.owner !== call.account?.id) return undefined;
  const { bytes } = world.upload(id);
  const parts = world.started(id)?.items ?? [id];
  const isComplete = parts.every((part) => world.upload(part).isComplete);
  if (world.finished(id)) return ['second-public-call', `${name} of ${id}, call ${record.nth}`];
  return isComplete ? undefined : ['finish-before-bytes', `${name} of ${id} at ${bytes} bytes`];
}

/** Meta ignores words where it shows none. */
function needlessWords({ params }: FakeCall): Finding {
  const { media_type: type, is_carousel_item: item, caption, alt_text: altText } = params;
  if (caption !== undefined && (type === 'STORIES' || item === 'true'))
    return ['unknown-parameter', `ig.create of ${type ?? 'an item'} with caption`];
  return altText !== undefined && type !== undefined && type !== 'IMAGE'
    ? ['unknown-parameter', `ig.create of ${type} with alt_text`]
    : undefined;
}

function repeatedPhoto({ world, record }: FakeCall, photo: string): Finding {
  const post = world.store.read(photo, 'attached')?.post;
  if (post === undefined || !world.finished(post)) return undefined;
  return ['second-public-call', `${record.name} of photo ${photo}, call ${record.nth}`];
}

/** The video or container of a write. */
export function targetOf(call: FakeCall): string | undefined {
  const { host, node, params } = call;
  if (host === 'rupload') return node;
  return params.video_id ?? params.creation_id ?? videoOfSession(call, params.upload_session_id ?? '');
}

/** `/debug_token` and the token exchange carry their tokens in the URL by design. */
function withoutInspected(url: URL): string {
  const query = new URLSearchParams(url.search);
  query.delete('input_token');
  query.delete('fb_exchange_token');
  return url.pathname + [...query.values()].join(' ');
}
