import { inForce, type Cover, type Item } from '../knowledge';
import type { Publication } from '../meta';
import type { Simulation } from '../simulation';

/** Judges what is public with an item besides its words and bytes: alt texts, its link and its cover. */
export function attachments(
  simulation: Simulation,
  publication: Publication,
  intentAt: number,
  item: Item,
): void {
  const { meta } = simulation;
  const what = `item #${item.id} as ${publication.kind} ${publication.remoteId}`;
  const started = (id: string) => meta.world.started(id);
  if (publication.kind === 'post') {
    const link = started(publication.objectId.split('_').at(-1) ?? '')?.link ?? null;
    if (!inForce(item.links, intentAt).includes(link))
      simulation.report(`wrong link: ${what} leads to ${String(link)}`);
  }
  if (['photo', 'ig_photo', 'ig_carousel'].includes(publication.kind)) {
    const alts = publication.sources.map((id) => started(id)?.altText ?? '');
    // A file that came by the list of photos has none.
    const wanted = inForce(item.alts, intentAt).map((alt) => alt || alts.map(() => '').join());
    if (!wanted.includes(alts.join()))
      simulation.report(`wrong alt text: ${what} has '${alts.join()}', not '${wanted.join("' or '")}'`);
  }
  if (['reel', 'video', 'ig_reel'].includes(publication.kind))
    hasItsCover(simulation, publication, what, coversOf(item, intentAt));
}

/** With another file, a frame of the former one is none any more. */
const coversOf = ({ covers, bytes }: Item, at: number): Cover[] => {
  const hadOther = bytes.filter(({ sentAt, result }) => sentAt <= at && result !== 'refused').length > 1;
  return [...inForce(covers, at), ...(hadOther ? [null] : [])];
};

function hasItsCover(simulation: Simulation, publication: Publication, what: string, covers: Cover[]): void {
  const { meta, tables, intents } = simulation;
  const { remoteId, kind } = publication;
  const picture = meta.world.store.read(remoteId, 'cover')?.picture;
  const sha = picture === undefined ? undefined : meta.sha256Of(picture);
  const frame = meta.frames.get(remoteId);
  const isOnPage = kind !== 'ig_reel';
  const isRight = (cover: Cover): boolean => {
    if (cover === null) return sha === undefined && frame === undefined;
    // Facebook takes no frame.
    if ('atMs' in cover) return sha === undefined && frame === (isOnPage ? undefined : cover.atMs);
    return sha === cover.picture || (isOnPage && sha === undefined && !isSet());
  };
  /** Whether the ledger says so. Until the post is settled it does not matter yet. */
  const isSet = (): boolean => {
    const { post } = intents.of(publication, meta.publications) ?? {};
    return (
      tables.all(
        "SELECT 1 FROM publish_steps WHERE post_id = ? AND step = 'cover' AND outcome = 'done'",
        post?.id ?? 0,
      ).length > 0
    );
  };
  if (!covers.some(isRight))
    simulation.report(
      `wrong cover: ${what} shows ${sha ?? frame ?? 'nothing'}, not ${JSON.stringify(covers)}`,
    );
}
