import { useState } from 'react';
import { inputValue, zoneLabel } from '../../../zone';
import { useUser } from '../../queries';
import { PostText } from '../text/PostText';
import { TimeField } from '../TimeField';
import type { UploadQueue } from './uploadQueue';
import type { Upload } from './upload';
import { TEXTS } from './texts';

export function UploadFields({ upload, queue }: { upload: Upload; queue: UploadQueue }) {
  const { id, description, time } = upload;
  const { timezone } = useUser();
  const [opened] = useState(() => new Date());
  return (
    <>
      <PostText
        label={TEXTS.postText}
        value={description}
        change={(text) => {
          queue.edit(id, { description: text });
        }}
      />
      <TimeField
        label={TEXTS.goesOutAt}
        value={time}
        min={inputValue(opened, timezone)}
        change={(value) => {
          queue.edit(id, { time: value });
        }}
        help={TEXTS.timeHint(zoneLabel(timezone, opened))}
      />
    </>
  );
}
