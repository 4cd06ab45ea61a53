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
import { TEXTS } from './texts';

const KEY = 'pagecast-zone-kept';

/** Shown once per pair of zones, when the browser's clock differs from the profile's. */
export function ZoneBanner() {
  const { id, timezone } = useUser();
  const here = browserZone();
  const pair = `${id} ${timezone} ${here}`;
  const [kept, setKept] = useState(() => localStorage.getItem(KEY));
  const change = useMutation({
    mutationFn: () => saveProfile({ timezone: here }),
    onSuccess(user) {
      keepUser(user);
      toast.success(TEXTS.timeZoneChanged);
    },
  });
  const now = new Date();
  const isSame = () => here === timezone || inputValue(now, here) === inputValue(now, timezone);
  if (kept === pair || isSame()) return null;
  return (
    <Banner
      tone="info"
      icon={ZoneIcon}
      title={TEXTS.zonesDiffer(time(now.toISOString(), here), time(now.toISOString(), timezone))}
      action={
        <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 2, rowGap: 1 }}>
          <button
            type="button"
            className="link-button"
            disabled={change.isPending}
            onClick={() => {
              change.mutate();
            }}
          >
            {TEXTS.useZone(here)}
          </button>
          <button
            type="button"
            className="link-button"
            onClick={() => {
              localStorage.setItem(KEY, pair);
              setKept(pair);
            }}
          >
            {TEXTS.keepZone(timezone)}
          </button>
        </Box>
      }
    >
      Posts are planned in {timezone}.
      <Refusal error={change.error} />
    </Banner>
  );
}
