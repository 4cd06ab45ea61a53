import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { beginningsShown } from './shownAtOnce';

it('shows that a mutation has begun before anything else happens', async () => {
  const client = new QueryClient({ mutationCache: beginningsShown() });
  const observer = new MutationObserver(client, { mutationFn: () => Promise.resolve('done') });
  const shown: string[] = [];
  observer.subscribe(({ status }) => shown.push(status));
  const answer = observer.mutate();
  expect(shown).toEqual(['pending']);
  await answer;
  await new Promise((go) => setTimeout(go, 0));
  expect(shown).toEqual(['pending', 'success']);
});
