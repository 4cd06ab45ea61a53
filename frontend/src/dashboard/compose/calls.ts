import { post } from '../../api';
import type { Schemas } from '../../types';

export type NewPosts = Schemas['ComposePostsDto'];
export type MadePosts = Schemas['ComposedPostsView'];
export type Medium = Schemas['MediumView'];

/** One post for each target, or none. */
export const makePosts = (wanted: NewPosts) => post<MadePosts>('/posts', wanted);
