import { sql } from 'kysely';
import { query } from '../database/tables';

/** A user with their page settings: those of the default accounts, or what has been entered so far. */
export const profileOf = (userId: number) =>
  query
    .selectFrom('users as u')
    .leftJoin('account_settings as s', 's.user_id', 'u.id')
    .leftJoin('accounts as page', (join) =>
      join
        .onRef('page.user_id', '=', 'u.id')
        .on('page.network', '=', 'facebook')
        .on('page.is_default', '=', 1),
    )
    .leftJoin('accounts as instagram', (join) =>
      join
        .onRef('instagram.user_id', '=', 'u.id')
        .on('instagram.network', '=', 'instagram')
        .on('instagram.is_default', '=', 1),
    )
    .select(['u.id', 'u.name', 'u.email', 'u.is_admin', 'u.can_use_shared_videos', 'u.timezone'])
    .select(({ fn, ref }) => [
      fn.coalesce('page.remote_id', 's.page_id').as('page_id'),
      fn.coalesce('instagram.remote_id', 's.instagram_page_id').as('instagram_page_id'),
      sql<number>`COALESCE(${ref('page.given_token')}, ${ref('s.access_token')}) IS NOT NULL`.as(
        'has_access_token',
      ),
      fn.coalesce('page.given_token_last4', 's.access_token_last4').as('access_token_last4'),
      fn.coalesce('page.upload_frequency', 's.upload_frequency').as('upload_frequency'),
      fn.coalesce('page.photo_upload_frequency', 's.photo_upload_frequency').as('photo_upload_frequency'),
    ])
    .select(['u.preferred_categories', 'u.two_factor', 'u.created_at'])
    .where('u.id', '=', userId);
