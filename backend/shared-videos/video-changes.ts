import { query } from '../database/tables';

/*
 * What other modules change about the videos of the library, as statements for their units.
 */

/** Changes nothing, but a post that is made from the video just now comes before the unit, or after it. */
export const holdingVideo = (id: number) =>
  query
    .updateTable('shared_videos')
    .set(({ ref }) => ({ deleted_at: ref('deleted_at') }))
    .where('id', '=', id);

export const deletingVideo = (id: number) => query.deleteFrom('shared_videos').where('id', '=', id);
