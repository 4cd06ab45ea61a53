import Box from '@mui/material/Box';
import { useListContext } from 'react-admin';
import type { Caption } from '../../types';
import { AddressedList } from '../layout/AddressedList';
import { readText, type ListAddress } from '../layout/listAddress';
import { Screen } from '../layout/Screen';
import { SubscriptionRequired } from '../subscription/SubscriptionRequired';
import { useNeedsPlan } from '../subscription/useNeedsPlan';
import { AddCaption } from './AddCaption';
import { BulkUpload } from './bulk/BulkUpload';
import { CaptionList } from './CaptionList';
import { TEXTS } from './texts';

const PAGE_SIZE = 15;
const ADDRESS: ListAddress = { filters: { q: readText }, sorts: [] };

export default function Captions() {
  return (
    <AddressedList<Caption>
      resource="captions"
      address={ADDRESS}
      perPage={PAGE_SIZE}
      sort={{ field: 'id', order: 'DESC' }}
      // The list shows the error itself, once.
      queryOptions={{ onError: () => undefined }}
    >
      <CaptionsScreen />
    </AddressedList>
  );
}

function CaptionsScreen() {
  if (useNeedsPlan(useListContext<Caption>())) {
    return (
      <Screen title={TEXTS.captions}>
        <SubscriptionRequired />
      </Screen>
    );
  }
  return (
    <Screen title={TEXTS.captions} lead={TEXTS.lead}>
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 2, md: 3 },
          mb: { xs: 2, md: 3 },
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 7fr) minmax(0, 5fr)' },
        }}
      >
        <AddCaption />
        <BulkUpload />
      </Box>
      <CaptionList />
    </Screen>
  );
}
