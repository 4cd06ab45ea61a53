import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Account } from '../accounts/account';
import { nameOf } from '../accounts/account';
import { TimeField } from '../posts/TimeField';
import { useUser } from '../queries';
import { inputValue, zoneLabel } from '../../zone';
import { Choice } from './Choice';
import { ComposeText } from './ComposeText';
import { TEXTS } from './texts';
import { withTarget, type Target } from './unsentPost';
import type { Composer } from './useComposer';

interface OwnFieldsProps {
  account: Account;
  target: Target;
  isStory: boolean;
  composer: Composer;
}

/** What differs for one account. */
export function OwnFields({ account, target, isStory, composer }: OwnFieldsProps) {
  const { post, wrong, change } = composer;
  const { id, network } = account;
  const { timezone } = useUser();
  const [opened] = useState(() => new Date());
  const name = nameOf(account);
  const { text, time } = target;
  return (
    <Box sx={{ display: 'grid', gap: 1, mt: 1, pb: 0.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 0.5 }}>
        {!isStory && (
          <Choice
            label={TEXTS.ownText(name)}
            isOn={text !== null}
            set={(isOn) => {
              change((now) => withTarget(now, id, { text: isOn ? post.text : null }), `text ${id}`);
            }}
          />
        )}
        <Choice
          label={TEXTS.ownTime(name)}
          isOn={time !== null}
          set={(isOn) => {
            change((now) => withTarget(now, id, { time: isOn ? post.time : null }), `time ${id}`);
          }}
        />
      </Box>
      {isStory && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {TEXTS.storyHint}
        </Typography>
      )}
      {!isStory && text !== null && (
        <ComposeText
          label={TEXTS.textFor(name)}
          networks={[network]}
          value={text}
          refusal={wrong[`text ${id}`]}
          change={(value) => {
            change((now) => withTarget(now, id, { text: value }), `text ${id}`);
          }}
        />
      )}
      {time !== null && (
        <Box sx={{ maxWidth: 320, mt: 1 }}>
          <TimeField
            label={TEXTS.timeFor(name)}
            value={time}
            min={inputValue(opened, timezone)}
            refusal={wrong[`time ${id}`]}
            change={(value) => {
              change((now) => withTarget(now, id, { time: value }), `time ${id}`);
            }}
            help={TEXTS.inYourZone(zoneLabel(timezone, opened))}
          />
        </Box>
      )}
    </Box>
  );
}
