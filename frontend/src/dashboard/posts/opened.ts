/** Which dialog is open over a list of posts, and for which post. */
export type Opened = { what: 'player' | 'schedule' | 'delete'; id: number } | undefined;

export type Open = (opened: NonNullable<Opened>) => void;
