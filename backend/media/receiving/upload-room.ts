import { stat, statfs } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { DomainError, quotaExceeded, tooManyRequests, unavailable } from '../../common/errors/errors';

const MEGABYTE = 1024 * 1024;

/** Each upload has its own piece of memory. */
const MOST_AT_ONCE = 128;

/** Space left to the database on the same disk: this many bytes, or a twentieth of a small disk. */
const KEPT_FREE_BYTES = 512 * MEGABYTE;
const KEPT_FREE_SHARE = 0.05;

const NOTHING_KEPT = 'Nothing was stored';
/** Of an upload that can go on where it stopped. */
export const ALL_KEPT = 'What has arrived is kept';

/** The user whose storage an upload fills. */
export interface Filling {
  user: number;
  /** Free bytes of the user's storage at the moment, below 0 after a smaller plan; absent if no quota applies. */
  freeBytes?: number;
  /** Bytes of the file that this upload replaces. */
  replacedBytes?: number;
}

interface Account {
  freeBytes: number;
  /** How often `freeBytes` was read out of the database. */
  readings: number;
  takenBytes: number;
  uploads: number;
}

/** The part of the disk that one upload fills. */
export interface Share {
  /** Call before bytes are written. @returns the error to refuse them with, if there is no room for them */
  take(bytes: number): DomainError | undefined;
  /** Call before the bytes are stored as the user's: from then on what is read as free may be without them. */
  settle(): void;
  /** The upload is over; its bytes belong to the user or are gone. */
  leave(areKept: boolean): void;
}

/**
 * Reserves room for uploads under way: those of one user take no more than the user's free storage, and all together
 * leave the database the space it needs.
 */
@Injectable()
export class UploadRoom {
  private readonly accounts = new Map<string, Account>();
  /** Bytes that each disk has for uploads, by its device. */
  private readonly disks = new Map<number, number>();

  /** @throws DomainError 429 for too many uploads at the same time, 503 when the disk is nearly full */
  async enter(dir: string, { user, freeBytes = Infinity, replacedBytes = 0 }: Filling): Promise<Share> {
    const takeOfDisk = await this.enterDisk(dir);
    const key = freeBytes === Infinity ? `library ${user}` : `${user}`;
    const account = this.accounts.get(key) ?? { freeBytes, readings: 0, takenBytes: 0, uploads: 0 };
    if (account.uploads >= MOST_AT_ONCE) throw tooManyRequests(5);
    // As many bytes as the replaced ones fit in any case.
    account.freeBytes = Math.max(0, freeBytes);
    account.readings++;
    account.uploads++;
    this.accounts.set(key, account);
    let [taken, counted] = [0, 0];
    let readings: number | undefined;
    const settle = () => {
      account.takenBytes -= counted;
      counted = 0;
      readings ??= account.readings;
    };
    return {
      take: (bytes) => {
        if (account.takenBytes + bytes > account.freeBytes + replacedBytes)
          return storageExceeded(account.freeBytes + replacedBytes);
        const refusal = takeOfDisk(bytes);
        if (refusal) return refusal;
        account.takenBytes += bytes;
        counted += bytes;
        taken += bytes;
        return undefined;
      },
      settle,
      leave: (areKept) => {
        settle();
        if (areKept && readings === account.readings) account.freeBytes -= taken;
        if (--account.uploads === 0) this.accounts.delete(key);
      },
    };
  }

  /**
   * For bytes that a user's storage has room for already.
   * @param kept what becomes of those that came before, for the errors
   * @returns `take`, as of a share
   * @throws DomainError 503 when the disk is nearly full
   */
  async enterDisk(dir: string, kept = NOTHING_KEPT): Promise<Share['take']> {
    const [{ dev }, { bavail, blocks, bsize }] = await Promise.all([stat(dir), statfs(dir)]);
    const freeBytes = bavail * bsize - Math.min(KEPT_FREE_BYTES, blocks * bsize * KEPT_FREE_SHARE);
    this.disks.set(dev, freeBytes);
    if (freeBytes <= 0)
      throw unavailable(`The server has almost no room left. ${kept}; please tell the administrator.`, 60);
    return (bytes) => {
      const left = (this.disks.get(dev) ?? 0) - bytes;
      if (left < 0) return diskIsFull(kept);
      this.disks.set(dev, left);
      return undefined;
    };
  }
}

const storageExceeded = (freeBytes: number) =>
  quotaExceeded(
    'storage',
    `Only ${(Math.max(0, freeBytes) / MEGABYTE).toFixed(2)} MB of your plan's storage are free, and your uploads under way need more. Delete something or upgrade.`,
  );

const diskIsFull = (kept: string) =>
  new DomainError(
    507,
    'insufficient_storage',
    `The server has no room left for this file. ${kept}; please tell the administrator.`,
  );
