import { megabytes } from '../../format';
import { PostAccount } from '../accounts/PostAccount';
import type { Post } from '../../types';
import { goesOutAsScheduled } from './goesOutAsScheduled';

/** What is lost when a pending post is deleted. */
export function DeletionWarning({
  post,
}: {
  post: Pick<Post, 'title' | 'shared_video_id' | 'size_bytes' | 'scheduled_for' | 'draft' | 'account'>;
}) {
  return (
    <>
      <strong dir="auto">{post.title}</strong>{' '}
      {post.shared_video_id === null
        ? `and its file of ${megabytes(post.size_bytes)} MB will be permanently deleted`
        : 'will be deleted; the video itself stays in the shared library'}
      {goesOutAsScheduled(post) ? ', and it will not go out as scheduled. ' : '. '}
      <PostAccount account={post.account} />
    </>
  );
}
