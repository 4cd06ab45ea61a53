import type { PostList } from '../../../../backend/publishing/formats/formats';
import { formatIn } from '../../../../backend/publishing/formats/lists';

export const mediaOf = (list: PostList) => formatIn(list).media;

/** 'Facebook video' */
export const labelOf = ({ name }: PostList) => capital(name);

/** The sentences about the posts of a list. */
export function textsOf({ nouns: { one, many }, empty }: PostList) {
  return {
    one,
    many,
    upload: `Upload ${many}`,
    uploaded: `${capital(many)} uploaded successfully!`,
    uploadFailed: `Failed to upload ${many}`,
    uploadNeedsSubscription: `Active subscription required to upload ${many}`,
    schedule: `Schedule ${capital(one)}`,
    empty: empty.text,
    emptyNext: empty.next,
    fetchFailed: `Failed to fetch ${many}`,
    edited: `${capital(one)} updated successfully`,
    editFailed: `Failed to update ${one}`,
    rescheduled: `${capital(one)} rescheduled successfully`,
    rescheduleFailed: `Failed to reschedule ${one}`,
    deleted: `${capital(one)} deleted successfully`,
    deleteFailed: `Failed to delete ${one}`,
    retried: 'Queued again',
    retryFailed: `Failed to retry ${one}`,
    needsSubscription: `You need an active subscription to manage and upload ${many}. Please subscribe to a plan to continue.`,
  };
}

export type PostTexts = ReturnType<typeof textsOf>;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
