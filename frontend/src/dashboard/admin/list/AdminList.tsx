import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useRef } from 'react';
import { useListContext } from 'react-admin';
import type { RaRecord } from 'react-admin';
import { Failure } from '../../layout/Failure';
import { AddressedList, useOpenedView } from '../../layout/AddressedList';
import { Screen } from '../../layout/Screen';
import { useContainerFit } from '../../layout/useContainerFit';
import { ListPagination } from '../../layout/ListPagination';
import { isApiError } from '../../../api';
import { isAdmin } from '../../../roles';
import { useFocusFallback } from '../../posts/useFocusFallback';
import { useUser } from '../../queries';
import { AdminsOnly } from './AdminsOnly';
import { addressOf, type AdminListOptions } from './adminListOptions';
import { AdminListCards } from './AdminListCards';
import { AdminListSkeleton, ToolbarSkeleton } from './AdminListSkeleton';
import { AdminListTable, widthOf } from './AdminListTable';
import { AdminListEmpty } from './AdminListEmpty';
import { AdminListToolbar } from './AdminListToolbar';

const PAGE_SIZE = 15;

/** A list screen with search, filters, sorting and pages: a table, or cards on a phone. */
export function AdminList<R extends RaRecord>(options: AdminListOptions<R>) {
  const { resource, title, lead, action, above, waits, sort, refreshEvery } = options;
  // Checked before the list, so that other users do not make the call.
  if (!isAdmin(useUser())) return <AdminsOnly title={title} />;
  return (
    <AddressedList<R>
      resource={resource}
      address={addressOf(options)}
      perPage={PAGE_SIZE}
      sort={sort}
      queryOptions={{
        refetchInterval: refreshEvery,
        // The list shows the error itself.
        onError: () => undefined,
      }}
    >
      <Screen title={title} lead={lead} action={action}>
        {above && <Box sx={{ mb: 3, '&:empty': { display: 'none' } }}>{above}</Box>}
        {/* Remounts once `above` is known, so that the skeleton is replaced, not moved. */}
        <Records key={String(waits)} {...options} />
      </Screen>
    </AddressedList>
  );
}

function Records<R extends RaRecord>(options: AdminListOptions<R>) {
  const { data, error, isPending, isPlaceholderData, refetch } = useListContext<R>();
  const { key } = useOpenedView();
  const desk = useMediaQuery('(min-width:900px)', { noSsr: true });
  // With the menu open, a desktop may have no room for the table, or not for all columns.
  const needed = options.columns.filter(({ spare }) => !spare);
  const ref = useRef<HTMLElement>(null);
  const room = useContainerFit(ref, widthOf(options, needed), widthOf(options));
  const wide = desk && room > 0;
  const columns = wide && room === 1 ? needed : options.columns;
  const List = wide ? AdminListTable : AdminListCards;
  useFocusFallback(ref, data);
  return (
    <Card ref={ref} component="section" tabIndex={-1} aria-label={options.title} sx={{ outline: 'none' }}>
      {options.waits ? <ToolbarSkeleton /> : <AdminListToolbar key={key} {...options} wide={wide} />}
      {options.waits ? (
        <AdminListSkeleton {...options} columns={columns} wide={wide} />
      ) : error ? (
        <Failure
          text={isApiError(error) && error.status === 403 ? error.message : options.failed}
          retry={refetch}
        />
      ) : isPending ? (
        <AdminListSkeleton {...options} columns={columns} wide={wide} />
      ) : data.length === 0 ? (
        <AdminListEmpty {...options.empty} />
      ) : (
        <>
          <Box
            aria-busy={isPlaceholderData}
            sx={{ transition: 'opacity 150ms', opacity: isPlaceholderData ? 0.5 : 1 }}
          >
            <List {...options} columns={columns} records={data} />
          </Box>
          <ListPagination />
        </>
      )}
    </Card>
  );
}
