/** A publisher beats at every tick, which lasts a second unless it is set to more. */
export const YOUNG_MS = 15_000;

/** Who uses a database that nobody should: a sentence, and how long to wait after the end of it. */
export interface DatabaseUser {
  who: string;
  wait: '' | `wait ${number} seconds, `;
}

export const PROCESS: DatabaseUser = { who: 'A process uses the database of this installation.', wait: '' };

export const publisherOf = (agoMs: number): DatabaseUser => ({
  who: `A publisher of this installation was alive ${Math.max(0, Math.round(agoMs / 1000))} seconds ago.`,
  wait: `wait ${YOUNG_MS / 1000} seconds, `,
});

export const OTHER_RESTORE = 'Another restore is under way. Wait until it has ended. Nothing was done.';
