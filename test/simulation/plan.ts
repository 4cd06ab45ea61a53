import type { Resource } from './machine';

/** What users and administrators do; `id` names what they make. */
export type Deed =
  | { do: 'connect'; user: number; page: number; instagram: boolean; asPerson: boolean }
  | { do: 'disconnect'; user: number }
  | { do: 'add account'; user: number; page: number; instagram: boolean; asPerson: boolean }
  | { do: 'change default'; user: number; nth: number }
  | { do: 'remove account'; user: number; nth: number; pending: 'refuse' | 'delete' | 'move' }
  | { do: 'frequency'; user: number; minutes: number }
  | { do: 'check'; user: number }
  | {
      do: 'upload';
      user: number;
      kind: Kind;
      bytes: number;
      inMs: number | null;
      described: boolean;
      long: boolean;
      /** The accounts that it is for, by their places in the user's list; none: the default one. */
      accounts?: number[];
    }
  | { do: 'schedule'; item: number; inMs: number | null }
  | ({ do: 'compose'; user: number } & Composition)
  | ({ do: 'edit'; item: number; described: boolean } & Edit)
  | { do: 'comment again'; user: number }
  | { do: 'delete'; item: number }
  | { do: 'retry'; item: number; unscheduled: boolean }
  | { do: 'replace'; item: number; bytes: number }
  | { do: 'dismiss'; item: number }
  | { do: 'pick'; user: number; kind: Kind; video: number }
  | { do: 'prefer'; user: number; categories: number[] }
  | { do: 'caption'; user: number }
  | { do: 'grant'; user: number; delayMs: number; lastsMs: number }
  | { do: 'end plan'; user: number }
  | { do: 'delete user'; user: number }
  | { do: 'add category' }
  | { do: 'delete category'; category: number }
  | { do: 'share video'; category: number; bytes: number }
  | { do: 'delete video'; video: number };

/** Posts that are made of finished uploads, one for each account. */
export interface Composition {
  of: 'text' | 'pictures' | 'film';
  /** How many pictures. */
  files: number;
  bytes: number;
  /** Of a film: more than a reel takes. */
  long: boolean;
  inMs: number | null;
  described: boolean;
  draft: boolean;
  comment: boolean;
  link: boolean;
  cover: CoverChoice;
  /** The accounts, by their places in the user's list. */
  accounts: number[];
}

export type CoverChoice = 'none' | 'frame' | 'picture';

/** What an edit changes besides the words. What is absent stays. */
export interface Edit {
  comment?: boolean;
  cover?: CoverChoice;
  link?: boolean;
  draft?: boolean;
  /** Of so many bytes. */
  files?: number;
  /** Changes what was made together with it, too. */
  group?: boolean;
}

export type Kind = 'video' | 'photo' | 'instagram_video';

export type Calls = 'public' | 'comments' | 'bytes' | 'sessions' | 'reads' | 'checks' | 'all';

export type Strike =
  | 'lost before'
  | 'lost after'
  | 'late'
  | 'slow'
  | 'doubled'
  | 'refused'
  | 'refused after'
  | 'garbled'
  | 'lagging'
  | 'cut'
  | 'media refused'
  | 'slow media';

export interface NetworkFault {
  do: 'network';
  calls: Calls;
  page: number | null;
  how: Strike;
  /** Of how many of the calls. */
  share: number;
  forMs: number;
  ms: number;
  code: number;
}

/** What breaks. */
export type Fault =
  | NetworkFault
  | { do: 'kill'; machine: number; steps: number; forMs: number }
  | { do: 'stop'; machine: number; forMs: number }
  | { do: 'freeze'; machine: number; steps: number; forMs: number }
  | { do: 'cut off'; machine: number; from: Resource; steps: number; forMs: number }
  | { do: 'silence'; machine: number; of: 'database' | 'storage'; steps: number; forMs: number }
  | { do: 'set clock'; machine: number; byMs: number }
  | { do: 'revoke'; page: number; forMs: number }
  | { do: 'break file'; item: number };

export type Step = { id: number; at: number } & (Deed | Fault);

export interface Plan {
  seed: number;
  users: number;
  pages: number;
  machines: ('api' | 'publisher' | 'all')[];
  tickMs: number;
  concurrency: number;
  missedAfterMs: number;
  processingMs: number;
  readyBeforeFinish: boolean;
  /** Clocks of the machines, ahead of the true time. */
  skewsMs: number[];
  steps: Step[];
}
