import { query } from '../database/tables';

/* Changes to the videos of the library that other modules make, as statements for their units. */

/** Locks the video: changes nothing, but a post that is being made from it comes before or after the unit. */
export const holdingVideo = (id: number) =>
  query
    .updateTable('shared_videos')
    .set(({ ref }) => ({ deleted_at: ref('deleted_at') }))
    .where('id', '=', id);

export const deletingVideo = (id: number) => query.deleteFrom('shared_videos').where('id', '=', id);
