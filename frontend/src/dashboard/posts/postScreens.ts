import PictureIcon from '@mui/icons-material/PhotoOutlined';
import PlayIcon from '@mui/icons-material/SmartDisplayOutlined';
import CameraIcon from '@mui/icons-material/VideocamOutlined';
import type { ComponentType } from 'react';
import type { PostList } from '../../../../backend/publishing/formats/formats';
import { formatIn, LISTS, slugOf } from '../../../../backend/publishing/formats/lists';
import type { ScreenManifest } from '../screenManifest';
import { firstPageCall } from './firstPage';

const ICONS = { camera: CameraIcon, play: PlayIcon, picture: PictureIcon };

/** The screens of all lists of posts with this kind of media. */
export function postScreens(
  media: 'video' | 'image',
  load: (list: PostList) => Promise<ComponentType>,
): ScreenManifest[] {
  return LISTS.filter((list) => formatIn(list).media === media).map((list) => ({
    path: slugOf(list),
    label: list.title,
    icon: ICONS[list.icon],
    load: async () => ({ default: await load(list) }),
    isResource: true,
    firstCalls: [firstPageCall(list.path)],
    liveQueries: [{ queryKey: [list.path], topics: [list.topic, 'connections', 'subscriptions'] }],
  }));
}
