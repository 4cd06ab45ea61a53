import Box from '@mui/material/Box';
import { useState, type ReactNode } from 'react';
import { inputValue, zoneLabel } from '../../zone';
import { Panel } from '../layout/Panel';
import { TimeField } from '../posts/TimeField';
import { useUser } from '../queries';
import { TEXTS } from './texts';
import type { PostFields } from './useComposer';

interface WhenProps {
  composer: PostFields;
  children?: ReactNode;
}

export function When({ composer: { post, wrong, change }, children }: WhenProps) {
  const { timezone } = useUser();
  const [opened] = useState(() => new Date());
  const zone = zoneLabel(timezone, opened);
  return (
    <Panel title={TEXTS.time}>
      <Box sx={{ maxWidth: 360 }}>
        <TimeField
          label={TEXTS.goesOutAt}
          value={post.time}
          min={inputValue(opened, timezone)}
          refusal={wrong.time}
          change={(time) => {
            change({ time }, 'time');
          }}
          help={wrong.time ? TEXTS.inYourZone(zone) : TEXTS.timeHint(zone)}
        />
      </Box>
      {children && <Box sx={{ mt: 2 }}>{children}</Box>}
    </Panel>
  );
}
