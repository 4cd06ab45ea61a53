import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { dialogAnswer, readDialog } from '../meta-world/dialog';
import type { Account } from '../meta-world/accounts';
import type { DialogRequest, MetaApp } from '../meta-world/call';
import { PERSON_OF_MANY, REHEARSAL_PERSON } from './rehearsal-account';
import { rehearsalApp } from './rehearsal-app';
import type { RehearsalNetwork } from './rehearsal-network';

export interface DialogView {
  /** The query of the dialog's address, and the proof that it was shown to somebody who may answer it. */
  query: string;
  seal: string;
  request: DialogRequest;
  pages: Account[];
  /** The same dialog, as another person sees it. */
  otherQuery: string;
  isOfMany: boolean;
}

/** A parameter of the rehearsal's own: Meta's dialog knows who is signed in. */
const AS = 'as';
const MANY = 'many';

/** Meta's login dialog, as far as the rehearsal needs it. */
export class RehearsalDialog {
  /** Sends browsers to the product and nowhere else. */
  private readonly app: MetaApp;
  private readonly key: Buffer;

  /** @param key of this installation; the seals are made with one derived from it. */
  constructor(
    private readonly network: RehearsalNetwork,
    { publicUrl, key }: { publicUrl: string; key: Buffer },
  ) {
    this.app = { ...rehearsalApp(key), redirectUris: [`${publicUrl}/api/connect/callback`] };
    this.key = Buffer.from(hkdfSync('sha256', key, '', 'pagecast rehearsal dialog', 32));
  }

  open(query: string): DialogView | { problem: string } {
    const request = readDialog(new URLSearchParams(query), this.app);
    if ('problem' in request) return request;
    const isOfMany = personIn(query) === PERSON_OF_MANY;
    const other = new URLSearchParams(query);
    if (isOfMany) other.delete(AS);
    else other.set(AS, MANY);
    return {
      query,
      seal: this.sealOf(query),
      request,
      pages: this.pages(query),
      otherQuery: other.toString(),
      isOfMany,
    };
  }

  /** @returns where to send the browser; undefined if nobody was shown this dialog. */
  answer(given: URLSearchParams): string | undefined {
    const query = given.get('dialog') ?? '';
    const request = readDialog(new URLSearchParams(query), this.app);
    if (!this.isSealed(query, given.get('seal') ?? '') || 'problem' in request) return undefined;
    const { network } = this;
    if (given.get('answer') !== 'continue') return dialogAnswer(network, request, null);
    const ticked = new Set(given.getAll('page'));
    const allowed = new Set(given.getAll('permission'));
    return dialogAnswer(network, request, {
      userId: personIn(query),
      declined: request.asked.filter((permission) => !allowed.has(permission)),
      pages: this.pages(query)
        .map(({ id }) => id)
        .filter((id) => ticked.has(id)),
    });
  }

  private pages(query: string): Account[] {
    return this.network.accounts.pagesOf(personIn(query));
  }

  private isSealed(query: string, seal: string): boolean {
    const [given, right] = [Buffer.from(seal), Buffer.from(this.sealOf(query))];
    return given.length === right.length && timingSafeEqual(given, right);
  }

  private sealOf(query: string): string {
    return createHmac('sha256', this.key).update(query).digest('base64url');
  }
}

const personIn = (query: string): string =>
  new URLSearchParams(query).get(AS) === MANY ? PERSON_OF_MANY : REHEARSAL_PERSON;
