import type { GraphCall } from './graph-call';
import { AnswerLost, missingObject } from './graph-refusal';
import type { Kind, RehearsalNetwork, Start } from './rehearsal-network';

export interface World {
  network: RehearsalNetwork;
  /** Of this server: where answers send the bytes. */
  origin: string;
  /** Where a person can look at a post. */
  permalink: (kind: Kind, id: string) => string;
}

/** @param account the page or Instagram account whose edge was called */
export type Edge = (world: World, call: GraphCall, account: string) => Promise<object>;

/** @returns the object, if it is of that kind and that account's; else it does not exist, as Meta puts it */
export async function own(world: World, id: string, kinds: readonly Kind[], account: string): Promise<Start> {
  const start = await world.network.started(id);
  if (!start || start.owner !== account || !kinds.includes(start.kind)) throw missingObject(id, 'post');
  return start;
}

/** To be called after a public effect, before its answer. */
export async function rehearseLostAnswer(world: World, account: string): Promise<void> {
  if (await world.network.faults.take(account, 'lost_answer')) throw new AnswerLost();
}

/** `<page>_<post>`, as Meta names the posts of a page. */
export const postId = (owner: string, id: string) => `${owner}_${id}`;
