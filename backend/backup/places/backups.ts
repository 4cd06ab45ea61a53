import { join } from 'node:path';
import { Readable } from 'node:stream';
import { byAge, nextName } from './backup-name';
import type { BackupPlace, Draft } from './backup-place';
import { writeWhole } from './durable-files';
import { DamagedManifest, MANIFEST, MANIFEST_BYTES, manifestOf, type Manifest } from './manifest';
import { BACKUPS_MARK } from './overlap';
import { keysOnList, readMediaListOf, wholeListOf, type Listed } from '../media-list';
import { MediaPool } from '../media-pool';

export interface Backup {
  /** Such as `2026-11-23T08-10-00Z`: the instant at which it was taken. */
  name: string;
  manifest: Manifest;
}

/** A backup whose files, except for the media, are on this machine. */
export interface LocalBackup extends Backup {
  folder: string;
}

/** A backup whose manifest cannot be understood. It counts as none. */
export interface Damaged {
  name: string;
  /** A sentence. */
  why: string;
}

/** Names of the backups that were removed, and the media that went with them. */
export interface Removed {
  backups: string[];
  files: number;
  bytes: number;
  damaged: Damaged[];
}

/** The backups of one installation in one place, and the media of all of them, which are in `media/`. */
export class Backups {
  readonly media: MediaPool;

  constructor(readonly place: BackupPlace) {
    this.media = new MediaPool(place);
  }

  /** @throws when the place has the backups of another installation: they would share media, and be removed. */
  async belongTo(installation: string): Promise<void> {
    if (await this.place.writeOnce(BACKUPS_MARK, `${installation}\n`)) return;
    const what = this.place.isElsewhere ? 'prefix' : 'folder';
    throw new Error(`${this.place.address} has the backups of another installation. Name another ${what}.`);
  }

  /**
   * The newest complete backup, and what is damaged and newer; or the newest whose name begins so.
   * @throws when there is none, or the one that was asked for is damaged
   */
  async find(date = ''): Promise<{ backup: Backup; damaged: Damaged[] }> {
    const damaged: Damaged[] = [];
    const all = await this.place.backups();
    // The whole name of one may be the beginning of another's, of the same second.
    const names = all.includes(date) ? [date] : all.filter((name) => name.startsWith(date));
    for (const name of names.reverse()) {
      const backup = await this.read(name);
      if (!('why' in backup)) return { backup, damaged };
      if (date !== '') throw new Error(backup.why);
      damaged.push(backup);
    }
    const none = `There is no ${date ? `backup of ${date}` : 'complete backup'} in ${this.place.address}.`;
    throw new Error([none, ...damaged.map(({ why }) => why)].join(' '));
  }

  /**
   * What the newest complete backup tells of its media, by key. What cannot be read tells nothing: a place that is away
   * is found by what follows.
   */
  async knownMedia(): Promise<Map<string, Listed>> {
    const found = await this.find().catch(() => undefined);
    const media = found && (await wholeListOf(this.place, found.backup).catch(() => undefined));
    return new Map(media?.map((each) => [each.key, each]));
  }

  /** Makes a draft that is filled a backup. @returns its name. */
  async complete(draft: Draft, manifest: Manifest): Promise<string> {
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await writeWhole(Readable.from([text]), join(draft.folder, MANIFEST));
    const name = nextName(manifest.takenAt, await this.place.backups());
    await draft.keep(name);
    return name;
  }

  /** Names of the backups that a clock which was ahead has named later than this one. */
  async laterThan(made: string): Promise<string[]> {
    return (await this.place.backups()).filter((name) => name > made);
  }

  /**
   * Removes the oldest backups beyond the newest, which is the one just made, and the media that none of the others
   * needs. What is named later than that one stays. What is damaged does not count, and stays with the media on its list.
   * @throws when it cannot be told what the others need, or the one just made cannot be read back
   */
  async keepOnly(most: number, made: string): Promise<Removed> {
    const { whole, damaged } = await this.list(made);
    if (!whole.some(({ name }) => name === made))
      throw new Error(`The backup ${made} cannot be read back. Nothing was removed.`);
    const upToMade = whole.filter(({ name }) => name <= made);
    const surplus = upToMade.slice(0, Math.max(0, upToMade.length - most));
    if (surplus.length === 0) return { backups: [], files: 0, bytes: 0, damaged };
    const needed = new Set<string>();
    for (const backup of whole.slice(surplus.length))
      for (const { key } of await readMediaListOf(this.place, backup)) needed.add(key);
    for (const { name } of damaged) for (const key of await keysOnList(this.place, name)) needed.add(key);
    await this.place.stillAlone();
    for (const { name } of surplus) await this.place.discard(name);
    const media = await this.media.removeOthers(needed);
    return { backups: surplus.map(({ name }) => name), ...media, damaged };
  }

  /**
   * The complete backups, the oldest first, and those whose manifest is damaged. Some stores list what is new late, so
   * the one just made is read whether or not it is listed.
   */
  private async list(made: string): Promise<{ whole: Backup[]; damaged: Damaged[] }> {
    const found = { whole: [] as Backup[], damaged: [] as Damaged[] };
    const names = new Set([...(await this.place.backups()), made]);
    for (const name of [...names].sort(byAge)) {
      const backup = await this.read(name);
      if ('why' in backup) found.damaged.push(backup);
      else found.whole.push(backup);
    }
    return found;
  }

  private async read(name: string): Promise<Backup | Damaged> {
    const path = `${name}/${MANIFEST}`;
    const text = (await this.place.text(path, MANIFEST_BYTES)) ?? '';
    try {
      return { name, manifest: manifestOf(text, `${this.place.address.replace(/\/$/, '')}/${path}`) };
    } catch (error) {
      if (error instanceof DamagedManifest) return { name, why: error.message };
      throw error;
    }
  }
}
