import { useState } from 'react';
import { inputValue, zoneLabel } from '../../../zone';
import { useUser } from '../../queries';
import { PostText } from '../text/PostText';
import { TimeField } from '../TimeField';
import type { Upload, UploadQueue } from './uploadQueue';

export function UploadFields({ upload, queue }: { upload: Upload; queue: UploadQueue }) {
  const { id, description, time } = upload;
  const { timezone } = useUser();
  const [opened] = useState(() => new Date());
  return (
    <>
      <PostText
        label="Text of the post"
        value={description}
        change={(text) => {
          queue.edit(id, { description: text });
        }}
      />
      <TimeField
        label="Goes out at"
        value={time}
        min={inputValue(opened, timezone)}
        change={(value) => {
          queue.edit(id, { time: value });
        }}
        help={`Empty: by your posting frequency. In your time zone, ${zoneLabel(timezone, opened)}`}
      />
    </>
  );
}
