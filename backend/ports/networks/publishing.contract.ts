import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  LeaseLost,
  type Credentials,
  type Ledger,
  type Media,
  type NetworkName,
  type Networks,
  type Outcome,
  type PublishJob,
  type RemoteSession,
  type Step,
} from './network';

/** Something that a network can publish. */
export interface FormatUnderTest {
  network: NetworkName;
  format: string;
  /** Differs from file to file, so that nothing can be mistaken for another post. */
  media(salt: string): Promise<FileUnderTest>;
  /** The files after the first one. */
  further?(salt: string): Promise<FileUnderTest[]>;
  /** Its first call is the public one, so it has no id before. */
  hasOneCall?: true;
  /** It shows no text, so it is known by its file. */
  isMute?: true;
  /** The picture that is shown before it plays. */
  cover?(salt: string): Promise<FileUnderTest>;
}

type FileUnderTest = Omit<Media, 'open' | 'sizeBytes'> & { bytes: Buffer };

/** An account on a network that a test can see behind. */
export interface NetworkUnderTest {
  /** An adapter as a process has it: what it keeps in memory ends with it. */
  process(): Networks;
  credentials: Credentials;
  /** Sets the clock of the network and of the adapters forward. */
  forward(ms: number): void;
  /** What is public on the account. */
  published(): { caption: string; bytesSha256: string }[];
  /** What must never happen, whatever breaks. */
  violations(): string[];
  /** The next public call is answered by silence, before or after it has taken effect. */
  losePublicCall(when: 'before' | 'after'): void;
  /** The next call that begins a post gets no answer, and has no effect. */
  loseFirstCall(): void;
  refuseToken(): void;
  end(): Promise<void>;
}

const MOST_LOOKS = 60;

class Crash extends Error {}

/** One post, as the publisher keeps it: what was committed last is all that a new process knows. */
class Post {
  session: RemoteSession | null = null;
  readonly steps: Step[] = [];
  writes = 0;
  held = true;
  /** The process dies at this write of the ledger, before or after the commit. */
  crash?: { at: number; when: 'before' | 'after' };
  onBegin?: (step: Step, session: RemoteSession | null) => void;

  constructor(
    readonly text: string,
    private readonly format: FormatUnderTest,
    private readonly world: NetworkUnderTest,
    private readonly files: FileUnderTest[],
    private readonly cover: FileUnderTest | undefined,
  ) {}

  get sha256(): string {
    return this.files
      .filter(({ bytes }) => bytes.length > 0)
      .map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'))
      .join();
  }

  /** Tries once, as a fresh process. */
  try(signal = new AbortController().signal): Promise<Outcome> {
    return this.world.process().publish(this.format.network, this.job(signal));
  }

  /** Tries until the post is public or refused; a crash begins a new process. */
  async toItsEnd(): Promise<Outcome> {
    for (let looks = 0; looks < MOST_LOOKS; looks++) {
      const outcome = await this.try().catch((error: unknown) => {
        if (error instanceof Crash) return undefined;
        throw error;
      });
      if (outcome?.kind === 'published' || outcome?.kind === 'refused') return outcome;
      if (outcome && 'session' in outcome) this.session = outcome.session;
      this.world.forward(waitOf(outcome) + 1);
    }
    throw new Error('the post comes to no end');
  }

  private job(signal: AbortSignal): PublishJob {
    const [media, ...further] = this.files.map(opened);
    if (!media) throw new Error('a post without its file');
    return {
      credentials: this.world.credentials,
      format: this.format.format,
      title: this.text,
      text: this.text,
      media,
      further,
      cover: this.cover && { picture: () => Promise.resolve(this.cover && opened(this.cover)) },
      session: this.session,
      signal,
      held: () => this.held,
      ledger: this.ledger(),
    };
  }

  private ledger(): Ledger {
    return {
      begin: (step, session) => {
        this.onBegin?.(step, session);
        this.steps.push(step);
        this.write(() => (this.session = session ?? this.session));
        return Promise.resolve(this.steps.length);
      },
      finish: (_receipt, _result, session) => {
        this.write(() => (this.session = session ?? this.session));
        return Promise.resolve();
      },
      knownOfOthers: () => Promise.resolve(new Set()),
      othersInDoubt: () => Promise.resolve([]),
    };
  }

  private write(commit: () => void): void {
    const dies = ++this.writes === this.crash?.at ? this.crash.when : undefined;
    if (dies === 'before') throw new Crash();
    commit();
    if (dies === 'after') throw new Crash();
  }
}

const opened = ({ bytes, ...facts }: FileUnderTest): Media => ({
  ...facts,
  sizeBytes: bytes.length,
  open: (offset) => Promise.resolve(Readable.from([bytes.subarray(offset)])),
});

const waitOf = (outcome: Outcome | undefined): number => {
  if (outcome?.kind === 'waiting' || outcome?.kind === 'unknown') return outcome.askAgainMs;
  return outcome?.kind === 'busy' ? (outcome.retryMs ?? 60_000) : 60_000;
};

/** What the publisher relies on, whichever network a post goes to and whatever it becomes there. */
export function publishingContract(
  name: string,
  format: FormatUnderTest,
  makeNetwork: () => Promise<NetworkUnderTest>,
): void {
  describe(`the publishing contract, by ${name}`, () => {
    let world: NetworkUnderTest;
    let made = 0;

    beforeEach(async () => {
      world = await makeNetwork();
    });
    afterEach(async () => {
      const violations = world.violations();
      await world.end();
      expect(violations).toEqual([]);
    });

    const newPost = async () => {
      const text = `Fresh bread, batch ${++made}`;
      const further = (await format.further?.(text)) ?? [];
      const cover = await format.cover?.(text);
      return new Post(text, format, world, [await format.media(text), ...further], cover);
    };
    const publicOnes = ({ text, sha256 }: Post) =>
      world
        .published()
        .filter(({ caption, bytesSha256 }) => (format.isMute ? bytesSha256 === sha256 : caption === text));

    it('publishes a post once, with its bytes and its text', async () => {
      const post = await newPost();
      expect(await post.toItsEnd()).toMatchObject({ kind: 'published', remoteId: expect.any(String) });
      expect(publicOnes(post)).toMatchObject([{ bytesSha256: post.sha256 }]);
    });

    it('commits the remote id and the intent before anything can be public', async () => {
      const post = await newPost();
      const seen: unknown[] = [];
      post.onBegin = (step, session) => {
        if (step !== 'publish') return;
        seen.push(session?.intentAt, session?.remoteId, publicOnes(post).length);
      };
      await post.toItsEnd();
      expect(seen).toEqual([expect.any(Number), expect.stringMatching(format.hasOneCall ? /^/ : /./), 0]);
    });

    it.each(['before', 'after'] as const)(
      'publishes once when its process dies %s a commit, whichever commit that is',
      async (when) => {
        const whole = await newPost();
        await whole.toItsEnd();
        for (let at = 1; at <= whole.writes; at++) {
          const post = await newPost();
          post.crash = { at, when };
          expect([at, await post.toItsEnd()]).toEqual([at, expect.objectContaining({ kind: 'published' })]);
          expect([at, publicOnes(post).length]).toEqual([at, 1]);
        }
      },
    );

    it.each(['before', 'after'] as const)(
      'publishes once when the public call is lost %s it takes effect',
      async (when) => {
        const post = await newPost();
        world.losePublicCall(when);
        expect(await post.toItsEnd()).toMatchObject({ kind: 'published' });
        expect(publicOnes(post)).toHaveLength(1);
      },
    );

    it('is busy when the network does not answer, and publishes nothing', async () => {
      const post = await newPost();
      world.loseFirstCall();
      const kind = format.hasOneCall ? 'unknown' : 'busy';
      expect(await post.try()).toMatchObject({ kind, reason: expect.stringMatching(/./) });
      expect(publicOnes(post)).toEqual([]);
      expect(await post.toItsEnd()).toMatchObject({ kind: 'published' });
      expect(publicOnes(post)).toHaveLength(1);
    });

    it('asks for a reconnection when the token is refused, and publishes nothing', async () => {
      const post = await newPost();
      world.refuseToken();
      expect(await post.try()).toMatchObject({ kind: 'account', action: 'reconnect' });
      expect(publicOnes(post)).toEqual([]);
    });

    it('makes no public call when the lease is lost at the last moment', async () => {
      const post = await newPost();
      post.onBegin = (step) => {
        if (step === 'publish') post.held = false;
      };
      const lost = async () => {
        for (let looks = 0; looks < MOST_LOOKS; looks++) {
          const outcome = await post.try();
          if ('session' in outcome) post.session = outcome.session;
          world.forward(waitOf(outcome) + 1);
        }
      };
      await expect(lost()).rejects.toThrow(LeaseLost);
      expect(publicOnes(post)).toEqual([]);
    });

    it('sends nothing for a process that has lost its lease already', async () => {
      const post = await newPost();
      await post.try(AbortSignal.abort()).catch(() => undefined);
      expect(publicOnes(post)).toEqual([]);
    });
  });
}
