import { createContext, useContext, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { ListBase, StoreContextProvider } from 'react-admin';
import type { ListBaseProps, RaRecord, SortPayload, Store } from 'react-admin';
import { useLocation, useNavigate } from 'react-router';
import { ownAddress } from '../../ownAddress';
import { useUser } from '../queries';
import { readView, searchOf, type ListAddress, type ListView } from './listAddress';
import { UP_TO_LAST_PAGE } from './upToLastPage';

interface AddressedListProps<R extends RaRecord> extends Pick<ListBaseProps<R>, 'queryOptions'> {
  resource: string;
  perPage: number;
  sort: SortPayload;
  address: ListAddress;
  children: ReactNode;
}

interface Opened {
  /** Changes when another view is opened, by a link or Back, but not when the list itself changes the view. */
  key: number;
  store: ViewStore | undefined;
}

const OpenedView = createContext<Opened>({ key: 0, store: undefined });

/** What the fields of a toolbar start with, and the key with which they have to start anew. */
export function useOpenedView() {
  const { key, store } = useContext(OpenedView);
  if (!store) throw new Error('a list is shown without an address');
  return { key, view: store.view };
}

/**
 * A list that keeps search, filters, order and page in the address, so that they survive a reload and a way back.
 * react-admin's own way would add a history entry for each change, and pass on whatever the address says.
 */
export function AddressedList<R extends RaRecord>({
  address,
  children,
  queryOptions,
  ...list
}: AddressedListProps<R>) {
  const opened = useAddressedStore(address, list.sort);
  return (
    <StoreContextProvider value={opened.store}>
      <ListBase<R>
        {...list}
        // Otherwise react-admin goes to the first page when the last one has lost its rows.
        queryOptions={{ ...queryOptions, meta: UP_TO_LAST_PAGE }}
        disableSyncWithLocation
        disableAuthentication
        storeKey={KEY}
      >
        <OpenedView value={opened}>{children}</OpenedView>
      </ListBase>
    </StoreContextProvider>
  );
}

function useAddressedStore(address: ListAddress, sort: SortPayload) {
  const { pathname, search, key, ...current } = useLocation();
  const navigate = useNavigate();
  const { id: userId } = useUser();
  const own = ownAddress(current.state);
  const visit = own?.visit ?? key;

  const open = (nth: number) => {
    const isOthers = own !== undefined && own.userId !== userId;
    const view = readView(isOthers ? '' : search, address);
    const show = (changed: ListView) => {
      // The user may be leaving already, and stays on this screen until the code of the next has loaded.
      if (location.pathname !== pathname) return;
      void navigate(
        { search: searchOf(changed, sort) },
        { replace: true, state: { own: { userId, visit } } },
      );
    };
    return { visit, key: nth, show, store: new ViewStore(view, show) };
  };

  const [held, hold] = useState(() => open(0));
  if (held.visit !== visit) {
    const next = open(held.key + 1);
    const isSame = searchOf(next.store.view, sort) === searchOf(held.store.view, sort);
    hold(isSame ? { ...held, visit } : next);
  }

  // Of a link or a typed address: makes it this user's, without what the list does not know.
  const isForeign = search !== '' && own?.userId !== userId;
  useEffect(() => {
    if (isForeign) held.show(held.store.view);
  }, [isForeign, held]);
  return held;
}

const KEY = 'view';

/** react-admin's store of one list, which shows each change in the address. */
class ViewStore implements Store {
  private readonly listeners = new Set<(view: ListView) => void>();

  constructor(
    public view: ListView,
    private readonly show: (view: ListView) => void,
  ) {}

  getItem = <T,>(key: string, otherwise?: T) => (key === KEY ? (this.view as T) : otherwise);

  setItem = (key: string, value: unknown) => {
    if (key !== KEY) return;
    this.view = value as ListView;
    this.listeners.forEach((tell) => {
      tell(this.view);
    });
    this.show(this.view);
  };

  subscribe = (key: string, listener: (view: ListView) => void) => {
    if (key === KEY) this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  setup = () => undefined;
  teardown = () => undefined;
  removeItem = () => undefined;
  removeItems = () => undefined;
  reset = () => undefined;
}
