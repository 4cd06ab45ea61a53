import Box from '@mui/material/Box';
import { useState } from 'react';
import { SHARED_VIDEO } from '../../../../backend/media/rules';
import { useCategories } from '../useCategories';
import type { UploadFormat } from '../posts/screenFormat';
import { ConfirmLeave } from '../posts/upload/ConfirmLeave';
import { readVideo } from '../posts/upload/readVideo';
import { UploadArea } from '../posts/upload/UploadArea';
import { useUploads } from '../posts/upload/useUploads';
import { CategorySelect } from './CategorySelect';
import { TEXTS } from './texts';

const format: UploadFormat = {
  resource: 'shared-videos',
  media: 'video',
  titleOnly: true,
  rules: SHARED_VIDEO,
  read: (file) => readVideo(file, SHARED_VIDEO),
  fileField: 'video',
  titleField: 'title',
  texts: {
    one: 'video',
    many: 'videos',
    upload: TEXTS.uploadVideos,
    uploaded: TEXTS.uploaded,
    uploadFailed: TEXTS.uploadFailed,
    uploadNeedsSubscription: TEXTS.uploadNeedsSubscription,
  },
};

/** Upload to the library; the chosen category applies to every file. */
export function LibraryUpload() {
  const { data: categories = [] } = useCategories();
  const [categoryId, setCategoryId] = useState<number | null>(null);
  const uploads = useUploads(format, {
    more: categoryId === null ? undefined : { category_id: String(categoryId) },
  });
  return (
    <>
      <UploadArea {...uploads}>
        <Box sx={{ width: { xs: '100%', sm: 240 }, mr: 'auto' }}>
          <CategorySelect
            label={TEXTS.category}
            name={TEXTS.category}
            categories={categories}
            none={TEXTS.noCategory}
            value={categoryId}
            change={setCategoryId}
            disabled={uploads.busy}
          />
        </Box>
      </UploadArea>
      <ConfirmLeave busy={uploads.busy} />
    </>
  );
}
