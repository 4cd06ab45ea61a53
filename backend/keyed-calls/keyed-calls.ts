import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { Inject, Injectable } from '@nestjs/common';
import type { ExpressionBuilder } from 'kysely';
import { Clock } from '../common/time/clock';
import { conflict, DomainError } from '../common/errors/errors';
import { SecretCipher } from '../config/secret-cipher';
import { deleteInBatches } from '../database/batches';
import { Database, required } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import type { EncryptedColumn } from '../database/key-rotation';
import { query, type Row, type Tables } from '../database/tables';
import { AnswerRoom, tooManyKeys } from './answer-room';
import type { Repeatable } from './idempotency-key';

/** What a repetition is answered: the body, or the refusal. */
export type KeptAnswer =
  { body: unknown } | { refusal: Pick<DomainError, 'statusCode' | 'code' | 'message' | 'more'> };

/** A request's hold on its key. */
export interface Claim {
  id: number;
  by: string;
}

const KEPT_MS = 24 * 60 * 60_000;

/** Renewed while the call runs, however long that is. A killed process holds up the next try for so long. */
const LEASE_MS = 60_000;
export const RENEW_EVERY_MS = LEASE_MS / 4;

/** A larger answer is not kept. MySQL takes four times as much in one statement. */
const MOST_BYTES = 1024 ** 2;

/** Answers repeat names and links: 500 posts with long texts take a tenth. */
const PACKED = 'gzip:';
const PACKED_FROM_BYTES = 16 * 1024;

/** More than any answer has: what unpacks to more is not ours. */
const MOST_UNPACKED_BYTES = 64 * 1024 ** 2;

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Tries to claim a key that others claim and release at the same moment. */
const TRIES = 3;

const answerContext = (id: number): string => `keyed_calls:${id}:answer`;

export const SEALED_ANSWERS: EncryptedColumn = {
  table: 'keyed_calls',
  column: 'answer',
  owner: 'id',
  contextOf: answerContext,
};

/**
 * The rows of `keyed_calls`. A call is claimed by the INSERT of its row, which a unique index lets succeed once, so that
 * of several requests with one key one does the work, in whatever processes they are.
 */
@Injectable()
export class KeyedCalls {
  constructor(
    private readonly db: Database,
    private readonly room: AnswerRoom,
    private readonly cipher: SecretCipher,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /**
   * @returns the claim of the first call with this key, or its answer
   * @throws DomainError 409 while the first call runs, for another call, and when the answer was not kept; 429 for a new key
   * when the user has no room for another answer
   */
  async claim(call: Repeatable): Promise<Claim | KeptAnswer> {
    const full = await this.room.fullUntil(call.userId);
    if (full !== null) {
      const known = await this.continue(call);
      if (known) return known;
      throw tooManyKeys(full);
    }
    for (let tries = 1; tries <= TRIES; tries++) {
      const claim = (await this.add(call)) ?? (await this.continue(call));
      if (claim) return claim;
    }
    throw stillRunning();
  }

  renew({ id, by }: Claim): Promise<number> {
    const until = this.clock.now() + LEASE_MS;
    return this.db.run(own(id, by).set({ held_until: until }));
  }

  /**
   * Notes that the call is about to write. If its process dies, the key stays taken.
   * @throws DomainError 409 when the claim was lost to another request
   */
  async begin({ id, by }: Claim): Promise<void> {
    const beginning = own(id, by).set({ begun: 1 });
    if (!(await this.db.atomically([required(beginning)]))) throw stillRunning();
  }

  /** Ends the call. From then on repetitions get this answer, or learn that there is none or that it was too large. */
  async keep({ id, by }: Claim, answer?: KeptAnswer): Promise<void> {
    const text = answer && (await packed(JSON.stringify(answer)));
    const isKept = text !== undefined && text.length <= MOST_BYTES;
    const sealed = isKept ? this.cipher.encrypt(text, answerContext(id)) : null;
    await this.db.run(own(id, by).set({ held_until: 0, answer: sealed, answer_bytes: sealed?.length ?? 0 }));
  }

  /** Ends the call as if it had never been made: the next one with its key is the first. */
  async release({ id, by }: Claim): Promise<void> {
    await this.db.run(query.deleteFrom('keyed_calls').where('id', '=', id).where('held_by', '=', by));
  }

  async forgetOld(): Promise<void> {
    const now = this.clock.now();
    await deleteInBatches(this.db, 'keyed_calls', 'id', (call) => isOld(call, now));
  }

  /** @returns undefined if the key is known already. */
  private async add(call: Repeatable): Promise<Claim | undefined> {
    const values = this.fresh(call);
    const keyed = { user_id: call.userId, key_hash: call.keyHash };
    try {
      return { id: await this.db.insert('keyed_calls', { ...keyed, ...values }), by: values.held_by };
    } catch (error) {
      if (this.db.isDuplicate(error)) return undefined;
      throw error;
    }
  }

  /** @returns undefined if the row changed or vanished meanwhile. */
  private async continue(call: Repeatable): Promise<Claim | KeptAnswer | undefined> {
    const now = this.clock.now();
    const known = await this.find(call, now);
    if (!known) return undefined;
    if (known.is_old) return this.takeOver(known, call);
    if (known.call_hash !== call.callHash) throw conflict(OTHER_CALL);
    if (known.held_until === 0) return this.open(known);
    // A lease that ends later than any lease can was taken with a clock that was far ahead.
    if (known.held_until > now && known.held_until <= now + 2 * LEASE_MS) throw stillRunning();
    if (known.begun) throw conflict(NOT_KEPT);
    return this.takeOver(known, call);
  }

  private find({ userId, keyHash }: Repeatable, now: number): Promise<Known | undefined> {
    return this.db.row(
      query
        .selectFrom('keyed_calls')
        .selectAll()
        .select((call) => call.case().when(isOld(call, now)).then(1).else(0).end().as('is_old'))
        .where('user_id', '=', userId)
        .where('key_hash', '=', keyHash),
    );
  }

  /** One of several requests gets it: whoever changes the row as it was read. */
  private async takeOver({ id, ...read }: Known, call: Repeatable): Promise<Claim | undefined> {
    const values = this.fresh(call);
    const taking = own(id, read.held_by)
      .set({ ...values, answer: null, answer_bytes: 0 })
      .where('held_until', '=', read.held_until)
      .where('expires_at', '=', read.expires_at);
    return (await this.db.run(taking)) > 0 ? { id, by: values.held_by } : undefined;
  }

  private async open({ id, answer }: Known): Promise<KeptAnswer> {
    const text = answer === null ? null : this.cipher.decrypt(answer, answerContext(id));
    if (text === null) throw conflict(NOT_KEPT);
    return JSON.parse(await unpacked(text)) as KeptAnswer;
  }

  private fresh({ callHash }: Repeatable) {
    const now = this.clock.now();
    return {
      call_hash: callHash,
      held_by: randomUUID(),
      held_until: now + LEASE_MS,
      begun: 0,
      expires_at: now + KEPT_MS,
    };
  }
}

/** Text of few bytes stays as it is. */
async function packed(text: string): Promise<string> {
  if (text.length < PACKED_FROM_BYTES) return text;
  return PACKED + (await pack(text)).toString('base64');
}

async function unpacked(text: string): Promise<string> {
  if (!text.startsWith(PACKED)) return text;
  const bytes = Buffer.from(text.slice(PACKED.length), 'base64');
  return (await unpack(bytes, { maxOutputLength: MOST_UNPACKED_BYTES })).toString();
}

type Known = Row<'keyed_calls'> & { is_old: number };

const own = (id: number, by: string) =>
  query.updateTable('keyed_calls').where('id', '=', id).where('held_by', '=', by);

/** What expires later than anything can was kept with a clock that was far ahead. */
const isOld = (call: ExpressionBuilder<Tables, 'keyed_calls'>, now: number) =>
  call.or([call('expires_at', '<=', now), call('expires_at', '>', now + 2 * KEPT_MS)]);

export const OTHER_CALL =
  'This Idempotency-Key was used for another call within the last 24 hours. Use a new key for each call.';

export const STILL_RUNNING =
  'The first call with this Idempotency-Key is still running. Try again in a moment.';

const NOT_KEPT =
  'The call with this Idempotency-Key may have been made, but its answer could not be kept. Look at what it changed before you use a new key.';

const stillRunning = () => new DomainError(409, 'conflict', STILL_RUNNING, { retryAfterSeconds: 1 });
