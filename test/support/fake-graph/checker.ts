import type { Comment, Publication } from '../../../backend/meta-world/call';

export interface PublicObject {
  kind: Publication['kind'];
  pageId: string;
  objectId: string;
  caption: string;
  title: string;
  bytesSha256: string;
  /** The time at which the publishing call took effect. */
  at: Date;
}

/** Collects violations of what must hold under any fault. Each is `rule: what happened`. */
export class Checker {
  readonly #found: string[] = [];
  readonly #published: Array<PublicObject & { account: string }> = [];
  readonly #comments: Comment[] = [];
  readonly #expectedBytes: Array<{ sha256: string; caption?: string }> = [];
  readonly #notBefore: Array<{ hashOrCaption: string; due: Date }> = [];

  flag(rule: string, what: string): void {
    this.#found.push(`${rule}: ${what}`);
  }

  /** `sources`: the ids of the objects that hold its bytes. */
  publish(account: string, object: PublicObject, _sources: string[]): void {
    this.#published.push({ ...object, account });
  }

  /** One account never says the same twice under one post. */
  comment(comment: Comment): void {
    const { account, objectId, message } = comment;
    const isSame = (other: Comment) => other.objectId === objectId && other.message.trim() === message.trim();
    if (this.#comments.some(isSame))
      this.flag('comment-twice', `'${message}' by ${account} under ${objectId}`);
    this.#comments.push(comment);
  }

  comments(): Comment[] {
    return [...this.#comments];
  }

  published(): PublicObject[] {
    return this.#published.map(({ account: _account, ...object }) => ({ ...object }));
  }

  /** With a caption: posts with it must have these bytes. Without: one of the hashes that any post may have. */
  expectBytes(sha256: string, caption?: string): void {
    this.#expectedBytes.push({ sha256, caption });
  }

  expectNotBefore(hashOrCaption: string, due: Date): void {
    this.#notBefore.push({ hashOrCaption, due: new Date(due) });
  }

  violations(): string[] {
    return [...this.#found, ...this.#repeats(), ...this.#wrongBytes(), ...this.#early()];
  }

  #repeats(): string[] {
    const first = new Map<string, PublicObject>();
    return this.#published.flatMap((object) => {
      if (object.bytesSha256 === '') return [];
      const key = `${object.account} ${object.bytesSha256}`;
      const earlier = first.get(key);
      if (!earlier) first.set(key, object);
      return earlier
        ? [
            `same-bytes-twice: ${object.objectId} and ${earlier.objectId} on ${object.account} are the same file`,
          ]
        : [];
    });
  }

  #wrongBytes(): string[] {
    const anywhere = this.#expectedBytes.filter((one) => one.caption === undefined);
    return this.#published.flatMap((object) => {
      const named = this.#expectedBytes.filter((one) => one.caption === object.caption);
      const allowed = named.length > 0 ? named : anywhere;
      if (allowed.length === 0 || allowed.some((one) => one.sha256 === object.bytesSha256)) return [];
      return [`wrong-bytes: ${object.kind} ${object.objectId} '${object.caption}' has ${object.bytesSha256}`];
    });
  }

  #early(): string[] {
    return this.#published.flatMap((object) =>
      this.#notBefore
        .filter(({ hashOrCaption }) => [object.bytesSha256, object.caption].includes(hashOrCaption))
        .filter(({ due }) => object.at < due)
        .map(({ due }) => {
          const early = due.getTime() - object.at.getTime();
          return `too-early: ${object.kind} ${object.objectId} '${object.caption}' went out ${early} ms before its time`;
        }),
    );
  }
}
