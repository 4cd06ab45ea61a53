const words = (...lines: string[]) => lines.join(' ').split(' ');

/** The parameters of each write and of a login. Meta silently ignores others, so a typo would go unnoticed. */
export const PARAMETERS: Record<string, readonly string[]> = {
  'reels.start': words('upload_phase'),
  'reels.finish': words(
    'upload_phase video_id video_state description title place scheduled_publish_time targeting feed_targeting',
  ),
  'stories.start': words('upload_phase'),
  'stories.finish': words('upload_phase video_id'),
  photo_stories: words('photo_id'),
  'videos.start': words('upload_phase file_size'),
  'videos.transfer': words('upload_phase upload_session_id start_offset end_offset video_file_chunk'),
  'videos.finish': words(
    'upload_phase upload_session_id title description published scheduled_publish_time',
    'unpublished_content_type no_story thumb targeting feed_targeting content_tags',
  ),
  'videos.cancel': words('upload_phase upload_session_id'),
  photos: words(
    'source caption message published temporary alt_text_custom scheduled_publish_time',
    'unpublished_content_type no_story',
  ),
  thumbnails: words('source is_preferred'),
  feed: words(
    'message attached_media link published scheduled_publish_time unpublished_content_type targeting',
    'feed_targeting',
  ),
  'ig.create': words(
    'media_type upload_type caption thumb_offset share_to_feed cover_url collaborators audio_name',
    'location_id user_tags is_ai_generated trial_params image_url is_carousel_item children alt_text',
  ),
  'ig.publish': words('creation_id'),
  'comments.create': words('message attachment_id attachment_url attachment_share_url'),
  dialog: words('client_id redirect_uri state response_type scope config_id auth_type'),
  oauth: words('client_id client_secret redirect_uri code grant_type fb_exchange_token'),
};
