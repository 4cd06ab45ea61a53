import { useMemo } from 'react';
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
export default function Videos({ list }: { list: PostList }) {
  const format = useMemo((): ScreenFormat => {
    const declared = declaredFormat(list);
    return { ...declared, views, read: (file) => readVideo(file, declared.rules as VideoRules) };
  }, [list]);
  return <PostsScreen format={format} />;
}
