import Skeleton from '@mui/material/Skeleton';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { Suspense, useRef } from 'react';
import { lazyPart } from '../../lazyPart';
import { needsCards } from '../accounts/account';
import { useAccounts, useFreshUser } from '../queries';
import { Failure } from '../layout/Failure';
import { Panel } from '../layout/Panel';
import { Screen } from '../layout/Screen';
import { useFocusFallback } from '../posts/useFocusFallback';
import { ConnectReturn } from './connect/ConnectReturn';
import { FacebookForm } from './FacebookForm';
import { Preferences } from './Preferences';
import { ProfileForm } from './ProfileForm';
import { Security } from './security/Security';
import { TEXTS } from './texts';
import { UnsavedEdits } from './unsavedEdits';
import { useAddressedAccount } from './useAddressedAccount';

const Accounts = lazyPart(() => import('./accounts/Accounts').then((part) => ({ default: part.Accounts })));

const FAILED = TEXTS.fetchFailed;

export default function Settings() {
  const { data, isPending, refetch } = useFreshUser('settings', FAILED);
  const { data: accounts, isPending: areAccountsPending } = useAccounts();
  const cards = needsCards(accounts);
  useAddressedAccount(cards);
  // The cards go with the last account but one.
  const area = useRef<HTMLDivElement>(null);
  useFocusFallback(area, accounts);
  return (
    <UnsavedEdits>
      <Screen title={TEXTS.settings} lead={TEXTS.lead}>
        <ConnectReturn />
        <Box ref={area} tabIndex={-1} sx={{ outline: 'none' }}>
          {cards && accounts && (
            <Suspense fallback={<Box sx={{ minHeight: 320 }} />}>
              <Accounts accounts={accounts} />
            </Suspense>
          )}
          <Box
            sx={{
              display: 'grid',
              gap: { xs: 2, md: 3 },
              alignItems: 'start',
              gridTemplateRows: { lg: 'auto 1fr' },
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 7fr)' },
            }}
          >
            {isPending || areAccountsPending ? (
              <>
                <Loading title={TEXTS.profileSettings} height={388} fields={3} />
                <Box sx={{ gridRow: { lg: 'span 2' } }}>
                  <Loading title={TEXTS.facebookSettings} height={706} fields={6} />
                </Box>
                <Loading title={TEXTS.categoryPreferences} height={278} fields={1} />
              </>
            ) : data ? (
              <>
                <ProfileForm />
                <Box sx={{ gridRow: { lg: 'span 2' } }}>
                  <FacebookForm user={data} cards={cards} />
                </Box>
                <Preferences user={data} />
              </>
            ) : (
              <Card sx={{ gridColumn: '1 / -1' }}>
                <Failure text={FAILED} retry={refetch} />
              </Card>
            )}
          </Box>
        </Box>
        {data && <Security user={data} />}
      </Screen>
    </UnsavedEdits>
  );
}

/** As high as the form that replaces it. */
const Loading = ({ title, height, fields }: { title: string; height: number; fields: number }) => (
  <Box sx={{ height, '& > section': { height: '100%' } }} role="status" aria-label={TEXTS.loading}>
    <Panel title={title}>
      <Box sx={{ display: 'grid', gap: 3 }}>
        {Array.from({ length: fields }, (_, n) => (
          <Skeleton key={n} variant="rounded" height={56} />
        ))}
        <Skeleton variant="rounded" width={120} height={40} />
      </Box>
    </Panel>
  </Box>
);
