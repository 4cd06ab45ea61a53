import { get, postOnce, put } from '../../api';
import type { Post, Schemas, SharedVideo } from '../../types';

export type NewPosts = Schemas['ComposePostsDto'];
export type MadePosts = Schemas['ComposedPostsView'];
export type FileOfPost = Schemas['ChosenFileDto'];
export type Medium = Schemas['MediumView'];

/** One post for each target, or none. */
export const makePosts = (wanted: NewPosts, key: string, heard: (refusal: unknown) => void) =>
  postOnce<MadePosts>('/posts', wanted, key, heard);

export const fetchSharedVideo = (id: number) => get<SharedVideo>(`/shared-videos/${id}`);

export type PostChange = Schemas['ChangePostDto'];

/** What is absent stays. */
export const changePost = (id: number, change: PostChange) => put<Post>(`/posts/${id}`, change);

/** The pending posts that were made in one call. */
export const fetchPendingOfGroup = async (group: number): Promise<Post[]> =>
  (await get<{ data: Post[] }>(`/posts?group_id=${group}&status=pending&page=1&per_page=20`)).data;
