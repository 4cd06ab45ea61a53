import { useMutation } from '@tanstack/react-query';
import ZoneIcon from '@mui/icons-material/PublicOutlined';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { time } from '../../../format';
import { keepUser } from '../../../session';
import { toast } from '../../../toasts';
import { browserZone, inputValue } from '../../../zone';
import { useUser } from '../../queries';
import { Refusal } from '../../layout/Refusal';
import { Banner } from './Banner';
import { saveProfile } from '../../accountCalls';

const KEY = 'pagecast-zone-kept';

/** Asked once for each pair of zones: the wall clock here is not the one in which posts are planned. */
export function ZoneBanner() {
  const { id, timezone } = useUser();
  const here = browserZone();
  const pair = `${id} ${timezone} ${here}`;
  const [kept, setKept] = useState(() => localStorage.getItem(KEY));
  const change = useMutation({
    mutationFn: () => saveProfile({ timezone: here }),
    onSuccess(user) {
      keepUser(user);
      toast.success('Time zone changed');
    },
  });
  const now = new Date();
  const isSame = () => here === timezone || inputValue(now, here) === inputValue(now, timezone);
  if (kept === pair || isSame()) return null;
  return (
    <Banner
      tone="info"
      icon={ZoneIcon}
      title={`It is ${time(now.toISOString(), here)} here, and ${time(now.toISOString(), timezone)} in your profile.`}
      action={
        <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 2 }}>
          <button
            type="button"
            className="link-button"
            disabled={change.isPending}
            onClick={() => {
              change.mutate();
            }}
          >
            Use {here}
          </button>
          <button
            type="button"
            className="link-button"
            onClick={() => {
              localStorage.setItem(KEY, pair);
              setKept(pair);
            }}
          >
            Keep {timezone}
          </button>
        </Box>
      }
    >
      Posts are planned in {timezone}.
      <Refusal error={change.error} />
    </Banner>
  );
}
