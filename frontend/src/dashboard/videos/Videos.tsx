import type { VideoRules } from '../../../../backend/media/rules';
import type { PostList } from '../../../../backend/publishing/formats/formats';
import { lazyPart } from '../../lazyPart';
import type { ScreenFormat } from '../posts/screenFormat';
import { declaredFormat } from '../posts/declaredFormat';
import { ListSkeleton } from '../posts/ListSkeleton';
import { PostCards } from '../posts/PostCards';
import { PostsScreen } from '../posts/PostsScreen';
import { PostTable } from '../posts/PostTable';
import { readVideo } from '../posts/upload/readVideo';

const Player = lazyPart(() => import('../posts/Player').then((part) => ({ default: part.Player })));

const views = { Wide: PostTable, Narrow: PostCards, Loading: ListSkeleton, Preview: Player };

/** The screen of a list of videos. */
export function videosScreen(list: PostList) {
  const declared = declaredFormat(list);
  const format: ScreenFormat = {
    ...declared,
    views,
    read: (file) => readVideo(file, declared.rules as VideoRules),
  };
  return () => <PostsScreen format={format} />;
}
