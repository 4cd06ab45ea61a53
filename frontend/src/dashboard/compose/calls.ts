import { get, post } from '../../api';
import type { Schemas, SharedVideo } from '../../types';

export type NewPosts = Schemas['ComposePostsDto'];
export type MadePosts = Schemas['ComposedPostsView'];
export type FileOfPost = Schemas['ChosenFileDto'];
export type Medium = Schemas['MediumView'];

/** One post for each target, or none. */
export const makePosts = (wanted: NewPosts) => post<MadePosts>('/posts', wanted);

export const fetchSharedVideo = (id: number) => get<SharedVideo>(`/shared-videos/${id}`);
