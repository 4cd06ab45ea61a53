import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../common/http/caller.decorator';
import { Clock } from '../../common/time/clock';
import { readDescription } from '../../common/fields/description';
import { readTitle } from '../../common/fields/title';
import { DatabaseTime } from '../../database/database-time';
import { conflict } from '../../common/errors/errors';
import { RateLimits } from '../../common/limits/rate-limits';
import { MediaIntake, titleOf, type Picture } from '../../ports/storage/media-intake';
import { Quota, type QuotaLimits } from '../../subscriptions/quota';
import { ChosenAccounts, type Chosen } from './chosen-accounts';
import type { PostFormat } from '../formats/formats';
import type { PostView } from '../posts/post.view';
import { PostCreation, type NewPost } from '../posts/post-creation';
import { postOfFile } from './post-of-file';
import { PostsService } from '../posts/posts.service';
import { noFile, type ExpectedFiles, type ReceivedUpload } from '../../media/receiving/receive-upload';
import { readScheduledTime } from '../posts/scheduled-time';

/**
 * Bytes that a body may hold besides its files (fields, a poster, boundaries). More is refused by its Content-Length.
 */
export const FORM_BYTES = 300 * 1024;

interface Texts {
  title: string;
  description: string | null;
}

interface Received {
  upload: ReceivedUpload;
  pictures: Picture[];
  texts: Texts[];
  times: (number | null)[];
  /** Each file becomes a post of each of them, with bytes of its own. */
  accounts: Chosen;
  begunAt: number;
}

/** Accepts uploads. All or nothing per request: with one bad file, nothing is stored or charged. */
@Injectable()
export class UploadsService {
  constructor(
    private readonly creation: PostCreation,
    private readonly views: PostsService,
    private readonly quota: Quota,
    private readonly accounts: ChosenAccounts,
    private readonly limits: RateLimits,
    private readonly intake: MediaIntake,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /** @throws DomainError 401, 403, 408, 413, 415, 422, 429 */
  async accept(format: PostFormat, caller: Caller, request: FastifyRequest): Promise<PostView[]> {
    const begunAt = this.clock.now();
    await this.limits.consume('upload', caller.id);
    const limits = await this.quota.limits(caller.id);
    const contentLength = Number(request.headers['content-length'] ?? 0);
    this.refuseWhatDoesNotFit(limits, 1, Math.max(0, contentLength - FORM_BYTES));
    const filling = { user: caller.id, freeBytes: limits.maxStorageBytes - limits.storageUsed };
    return this.intake.receive(request, expectedFor(format), filling, (upload) =>
      this.keep(format, caller, upload, begunAt),
    );
  }

  private async keep(
    format: PostFormat,
    caller: Caller,
    upload: ReceivedUpload,
    begunAt: number,
  ): Promise<PostView[]> {
    const { files, fields } = upload;
    if (files.length === 0) throw noFile(expectedFor(format));
    const accounts = await this.accounts.read(caller.id, format, fields.account_ids);
    const texts = files.map(({ name }, n) => ({
      title: titleOf(readTitle(fields.titles?.[n], `titles[${n}]`), name),
      description: readDescription(fields.descriptions?.[n], `descriptions[${n}]`),
    }));
    const times = files.map((_, n) => this.timeOf(fields.scheduled_for?.[n], caller, begunAt, n));
    const pictures = await this.intake.examine(format.rules, upload, caller.id);
    const limits = await this.quota.limits(caller.id);
    const tasks = files.length * accounts.length;
    const bytes = accounts.length * files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    this.refuseWhatDoesNotFit(limits, tasks, bytes);
    const received = { upload, pictures, texts, times, accounts, begunAt };
    const made = await this.insert(format, caller, received, { limits, tasks, bytes });
    return this.views.views(caller.id, await this.creation.made(made));
  }

  private async insert(
    format: PostFormat,
    caller: Caller,
    { upload: { files, fields, posters }, pictures, texts, times, accounts, begunAt }: Received,
    { limits, tasks, bytes }: { limits: QuotaLimits; tasks: number; bytes: number },
  ): Promise<number[]> {
    const kept: string[] = [];
    try {
      const rows: NewPost[] = [];
      for (const [n, file] of files.entries()) {
        const { title, description } = texts[n] as Texts;
        const fileKeys = await this.intake.keepTimes(accounts.length, file, pictures[n] as Picture, kept);
        for (const [each, accountId] of accounts.entries()) {
          const fileKey = fileKeys[each] as string;
          const posterKey = await this.intake.keepPoster(posters.pictures[n], kept);
          rows.push(
            postOfFile(format, {
              userId: caller.id,
              accountId,
              title,
              description,
              fileKey,
              posterKey,
              sizeBytes: file.sizeBytes,
              picture: pictures[n] as Picture,
              time: times[n] ?? null,
              begunAt,
              now: this.clock.now(),
            }),
          );
        }
      }
      const made = await this.creation.insert(caller, limits, rows);
      if (!made) {
        await this.accounts.read(caller.id, format, fields.account_ids);
        throw await this.whyNot(caller, tasks, bytes);
      }
      return made;
    } catch (error) {
      await this.intake.undo(kept, error);
      throw error;
    }
  }

  /**
   * Compared with the start of the upload: a time that passes while the upload comes in is accepted, and goes out
   * immediately.
   */
  private timeOf(value: string | undefined, { timezone }: Caller, begunAt: number, n: number): number | null {
    return value?.trim() ? readScheduledTime(value, timezone, begunAt, `scheduled_for[${n}]`) : null;
  }

  private refuseWhatDoesNotFit(limits: QuotaLimits, tasks: number, bytes: number): void {
    const refusal = this.quota.refusal(limits, tasks, bytes);
    if (refusal) throw refusal;
  }

  /** Other requests took the free quota while this upload came in. */
  private async whyNot(caller: Caller, tasks: number, bytes: number): Promise<Error> {
    const limits = await this.quota.limits(caller.id);
    return this.quota.refusal(limits, tasks, bytes) ?? conflict('Your quota changed just now. Try again.');
  }
}

const expectedFor = ({ list, rules }: PostFormat): ExpectedFiles => ({ collection: list.collection, rules });
