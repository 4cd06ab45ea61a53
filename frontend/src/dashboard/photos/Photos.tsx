import type { ImageRules } from '../../../../backend/media/rules';
import type { PostList } from '../../../../backend/publishing/formats/formats';
import { lazyPart } from '../../lazyPart';
import type { ScreenFormat } from '../posts/screenFormat';
import { declaredFormat } from '../posts/declaredFormat';
import { PostsScreen } from '../posts/PostsScreen';
import { readPhoto } from '../posts/upload/readPhoto';
import { PhotoGrid } from './PhotoGrid';
import { PhotosLoading } from './PhotosLoading';

const PhotoPreview = lazyPart(() =>
  import('./PhotoPreview').then((part) => ({ default: part.PhotoPreview })),
);

const views = { Wide: PhotoGrid, Narrow: PhotoGrid, Loading: PhotosLoading, Preview: PhotoPreview };

/** The screen of a list of photos. */
export function photosScreen(list: PostList) {
  const declared = declaredFormat(list);
  const format: ScreenFormat = {
    ...declared,
    views,
    read: (file) => readPhoto(file, declared.rules as ImageRules),
  };
  return () => <PostsScreen format={format} />;
}
