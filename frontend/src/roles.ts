import type { User } from './types';

export const isAdmin = ({ is_admin }: User) => is_admin === 1;
export const canUseSharedVideos = (user: User) => user.can_use_shared_videos === 1 || isAdmin(user);
