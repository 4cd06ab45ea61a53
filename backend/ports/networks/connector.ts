/** The port to the login dialog of the networks, by which a person gives the product access to Pages. */

export interface DialogOptions {
  /** Where the dialog sends the browser. The exchange must name the same. */
  redirectUri: string;
  /** Comes back unchanged. */
  state: string;
  /** Asks again for what the person refused before. */
  again?: boolean;
}

export type Redemption =
  /** A short-lived token of the person. */
  | { kind: 'redeemed'; token: string }
  /** `expired`: the code came too late. Any other reason is for the operator. */
  | { kind: 'refused'; expired: boolean; reason: string }
  | { kind: 'unreachable'; reason: string };

/** A Page as the dialog's person manages it. */
export interface OfferedPage {
  id: string;
  name: string;
  /** The Page's own token; null if the person did not tick the Page. */
  token: string | null;
  /** Whether the person's role allows posts. */
  mayPost: boolean;
  pictureUrl: string | null;
  instagram: OfferedInstagram | null;
}

export interface OfferedInstagram {
  id: string;
  username: string;
  pictureUrl: string | null;
}

export type Survey =
  | {
      kind: 'good';
      /** The network's id of the person; null if it does not say. */
      personId: string | null;
      /** Permissions that were asked for and not granted. */
      missing: string[];
      /** In the network's order, at most `MOST_PAGES`. */
      pages: OfferedPage[];
      /** When the app loses access to the person's data; null when never or unknown. Ms since 1970. */
      dataAccessExpiresAt: number | null;
    }
  | { kind: 'refused'; reason: string }
  | { kind: 'unreachable'; reason: string };

export const MOST_PAGES = 500;

/** Connects accounts by a login dialog; also the injection token. */
export abstract class Connector {
  /** Whether there is an app to log in to. Without one, nothing below may be called. */
  abstract readonly isOffered: boolean;

  /** The address of the dialog. */
  abstract dialogUrl(options: DialogOptions): string;

  /** Exchanges the code that the dialog sent. A code can be exchanged once. */
  abstract redeem(code: string, redirectUri: string): Promise<Redemption>;

  /** Reads what a person granted, with the token of `redeem`. Pages get tokens that outlive it. May be repeated. */
  abstract survey(token: string): Promise<Survey>;

  /** The person that the network's own call is about (access removed, data to be deleted). @returns null if it is forged. */
  abstract personOf(signedRequest: string): string | null;
}
