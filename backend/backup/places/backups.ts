import { join } from 'node:path';
import { Readable } from 'node:stream';
import { nextName } from './backup-name';
import type { BackupPlace, Draft } from './backup-place';
import { writeWhole } from './durable-files';
import { MANIFEST, MANIFEST_BYTES, manifestOf, type Manifest } from './manifest';
import { readMediaListOf } from '../media-list';
import { MediaPool } from '../media-pool';

/** Says whose backups these are. */
const MARK = 'pagecast-backups';

export interface Backup {
  /** Such as `2026-11-23T08-10-00Z`: the instant at which it was taken. */
  name: string;
  manifest: Manifest;
}

/** A backup whose files, except for the media, are on this machine. */
export interface LocalBackup extends Backup {
  folder: string;
}

/** The backups of one installation in one place, and the media of all of them, which are in `media/`. */
export class Backups {
  readonly media: MediaPool;

  constructor(readonly place: BackupPlace) {
    this.media = new MediaPool(place);
  }

  /** @throws when the place has the backups of another installation: they would share media, and be removed. */
  async belongTo(installation: string): Promise<void> {
    if (await this.place.writeOnce(MARK, `${installation}\n`)) return;
    const what = this.place.isElsewhere ? 'prefix' : 'folder';
    throw new Error(`${this.place.address} has the backups of another installation. Name another ${what}.`);
  }

  /** The complete backups, the oldest first. */
  async list(): Promise<Backup[]> {
    const found: Backup[] = [];
    for (const name of await this.place.backups()) found.push(await this.read(name));
    return found;
  }

  /** The newest backup, or the newest whose name begins so. @throws when there is none. */
  async find(date = ''): Promise<Backup> {
    const name = (await this.place.backups()).filter((each) => each.startsWith(date)).at(-1);
    if (name !== undefined) return this.read(name);
    throw new Error(
      `There is no ${date ? `backup of ${date}` : 'complete backup'} in ${this.place.address}.`,
    );
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
   * needs. What is named later than that one stays.
   * @throws when it cannot be told what the others need
   */
  async keepOnly(most: number, made: string): Promise<{ backups: string[]; files: number; bytes: number }> {
    const all = await this.list();
    const upToMade = all.filter(({ name }) => name <= made);
    const surplus = upToMade.slice(0, Math.max(0, upToMade.length - most));
    if (surplus.length === 0) return { backups: [], files: 0, bytes: 0 };
    const needed = new Set<string>();
    for (const backup of all.slice(surplus.length))
      for (const { key } of await readMediaListOf(this.place, backup)) needed.add(key);
    await this.place.stillAlone();
    for (const { name } of surplus) await this.place.discard(name);
    return { backups: surplus.map(({ name }) => name), ...(await this.media.removeOthers(needed)) };
  }

  private async read(name: string): Promise<Backup> {
    const path = `${name}/${MANIFEST}`;
    const text = (await this.place.text(path, MANIFEST_BYTES)) ?? '';
    return { name, manifest: manifestOf(text, `${this.place.address.replace(/\/$/, '')}/${path}`) };
  }
}
