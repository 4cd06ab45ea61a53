import { statfs } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { DomainError, quotaExceeded, tooManyRequests, unavailable } from '../common/errors';

const MEGABYTE = 1024 * 1024;

/** Each upload has its own piece of memory. */
const MOST_AT_ONCE = 128;

/** Space left to the database on the same disk: this many bytes, or a twentieth of a small disk. */
const KEPT_FREE_BYTES = 512 * MEGABYTE;
const KEPT_FREE_SHARE = 0.05;

/** The user whose storage an upload fills. */
export interface Filling {
  user: number;
  /** Free bytes of the user's storage at the moment; absent if no quota applies. */
  freeBytes?: number;
  /** Bytes of the file that this upload replaces. */
  replacedBytes?: number;
}

interface Account {
  freeBytes: number;
  takenBytes: number;
  uploads: number;
}

/** The part of the disk that one upload fills. */
export interface Share {
  /** Call before bytes are written. @returns the error to refuse them with, if there is no room for them */
  take(bytes: number): DomainError | undefined;
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
  private diskBytes = Infinity;

  /** @throws DomainError 429 for too many uploads at the same time, 503 when the disk is nearly full */
  async enter(dir: string, { user, freeBytes = Infinity, replacedBytes = 0 }: Filling): Promise<Share> {
    await this.lookAtDisk(dir);
    const key = freeBytes === Infinity ? `library ${user}` : `${user}`;
    const account = this.accounts.get(key) ?? { freeBytes, takenBytes: 0, uploads: 0 };
    if (account.uploads >= MOST_AT_ONCE) throw tooManyRequests(5);
    account.freeBytes = freeBytes;
    account.uploads++;
    this.accounts.set(key, account);
    let taken = 0;
    return {
      take: (bytes) => {
        if (account.takenBytes + bytes > account.freeBytes + replacedBytes)
          return storageExceeded(account.freeBytes + replacedBytes);
        if (bytes > this.diskBytes) return diskIsFull();
        account.takenBytes += bytes;
        this.diskBytes -= bytes;
        taken += bytes;
        return undefined;
      },
      leave: (areKept) => {
        account.takenBytes -= taken;
        if (areKept) account.freeBytes -= taken;
        if (--account.uploads === 0) this.accounts.delete(key);
      },
    };
  }

  private async lookAtDisk(dir: string): Promise<void> {
    const { bavail, blocks, bsize } = await statfs(dir);
    this.diskBytes = bavail * bsize - Math.min(KEPT_FREE_BYTES, blocks * bsize * KEPT_FREE_SHARE);
    if (this.diskBytes <= 0)
      throw unavailable(
        'The server has almost no room left. Nothing was stored; please tell the administrator.',
        60,
      );
  }
}

const storageExceeded = (freeBytes: number) =>
  quotaExceeded(
    'storage',
    `Only ${(Math.max(0, freeBytes) / MEGABYTE).toFixed(2)} MB of your plan's storage are free, and your uploads under way need more. Delete something or upgrade.`,
  );

const diskIsFull = () =>
  new DomainError(
    507,
    'insufficient_storage',
    'The server has no room left for this file. Nothing was stored; please tell the administrator.',
  );
