import type { User } from './types';

class Store {
  private readonly items = new Map<string, string>();
  getItem = (key: string) => this.items.get(key) ?? null;
  setItem = (key: string, value: string) => void this.items.set(key, value);
  removeItem = (key: string) => void this.items.delete(key);
}

const KEY = 'auth-storage';
const ada = { id: 1, name: 'Ada' } as User;
const ben = { id: 2, name: 'Ben' } as User;

describe('the session of a tab', () => {
  let store: Store;
  let pageShows: (persisted: boolean) => void;
  let session: typeof import('./session');

  const stored = () =>
    (JSON.parse(store.getItem(KEY) ?? '{}') as { state?: { token: string | null; user: User | null } }).state;
  /** As another tab stores it, of which this one hears nothing. */
  const storeElsewhere = (token: string | null, user: User | null) => {
    store.setItem(KEY, JSON.stringify({ state: { token, user }, version: 0 }));
  };

  beforeEach(async () => {
    const listeners = new Map<string, (event: object) => void>();
    store = new Store();
    Object.assign(globalThis, {
      localStorage: store,
      sessionStorage: new Store(),
      location: { pathname: '/dashboard/videos', search: '', hash: '' },
      addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    });
    pageShows = (persisted) => listeners.get('pageshow')?.({ persisted });
    jest.resetModules();
    session = await import('./session');
    session.signIn({ token: 'of-ada', user: ada });
  });

  it('leaves the next user signed in when it hears late that its own is over', () => {
    storeElsewhere('of-ben', ben);
    session.sessionEnded();
    expect(stored()).toEqual({ token: 'of-ben', user: ben });
    expect(session.currentSession()).toMatchObject({ token: 'of-ben', user: ben });
  });

  it('ends here and in the store when it is the stored one', () => {
    session.sessionEnded();
    expect(stored()).toEqual({ token: null, user: null });
    expect(session.currentSession()).toMatchObject({ token: null, ended: true });
  });

  it('never stores its user over the next one', () => {
    storeElsewhere('of-ben', ben);
    session.keepUser({ ...ada, name: 'Ada Moreau' });
    expect(stored()).toEqual({ token: 'of-ben', user: ben });
    expect(session.currentSession().user?.name).toBe('Ada Moreau');
  });

  it('is the stored one when the tab comes back from the back/forward cache', () => {
    storeElsewhere('of-ben', ben);
    pageShows(false);
    expect(session.currentSession().token).toBe('of-ada');
    pageShows(true);
    expect(session.currentSession()).toMatchObject({ token: 'of-ben', user: ben });
    storeElsewhere(null, null);
    pageShows(true);
    expect(session.currentSession()).toMatchObject({ token: null, ended: true });
  });

  it('leads to the address at which somebody arrived without one, and never another user to where the last was', () => {
    session.signOut();
    session.arrivedAt('/dashboard/captions');
    session.signIn({ token: 'of-ben', user: ben });
    expect(session.firstScreen()).toBe('/dashboard/captions');
    session.keepUser(ben);
    session.sessionEnded();
    session.arrivedAt('/dashboard/captions');
    session.signIn({ token: 'of-ada', user: ada });
    expect(session.firstScreen()).toBe('/dashboard');
  });

  it('changes of its user only what an answer tells', () => {
    session.keepUser({ ...ada, timezone: 'Asia/Kolkata' });
    session.changeUser({ two_factor: 1 });
    expect(stored()?.user).toEqual({ ...ada, timezone: 'Asia/Kolkata', two_factor: 1 });
  });
});
