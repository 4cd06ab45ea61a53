import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isApiError, reasonOf } from '../../../api';
import { plural } from '../../../format';
import { useKeptInput } from '../../../keptInput';
import { toast } from '../../../toasts';
import { refreshAccounts } from '../../queries';
import { connectChosen, fetchOffer } from './calls';
import { chosenOf, firstChoice, toggled, type Choice } from './choice';
import { TEXTS } from './texts';

/** The offer of Facebook's dialog, and what is ticked of it. */
export function usePicker(id: number, close: () => void) {
  const client = useQueryClient();
  // Below the accounts, so that another tab's choice shows here as connected.
  const offer = useQuery({ queryKey: ['accounts', 'offer', id], queryFn: () => fetchOffer(id), gcTime: 0 });
  const [touched, setTouched] = useKeptInput<Choice | undefined>(`choice of ${id}`, undefined);
  const pages = offer.data?.pages ?? [];
  const choice = touched ?? firstChoice(pages);
  const chosen = chosenOf(choice, pages);
  const count = chosen.page_ids.length + chosen.instagram_ids.length;
  const connect = useMutation({
    mutationFn: () => connectChosen(id, chosen),
    onSuccess(accounts) {
      toast.success(TEXTS.accountsConnected(plural(accounts.length, 'account')));
      void refreshAccounts(client);
      // The defaults, which the forms and the first steps show.
      void client.invalidateQueries({ queryKey: ['user'] });
      void client.invalidateQueries({ queryKey: ['calendar'] });
    },
    onError: () => toast.error(TEXTS.connectFailed),
  });
  return {
    offer,
    pages,
    choice,
    count,
    toggle(keys: readonly string[], on: boolean) {
      setTouched(toggled(choice, keys, on));
      connect.reset();
    },
    connect() {
      // Not run once the dialog is gone.
      connect.mutate(undefined, { onSuccess: close });
    },
    busy: connect.isPending,
    refusal: refusalOf(connect.error),
    expired: isGone(offer.error) || isGone(connect.error),
  };
}

export type PickerState = ReturnType<typeof usePicker>;

const isGone = (error: unknown) => isApiError(error) && error.status === 404;

/** The sentence about a Page, or about the plan. */
function refusalOf(error: unknown): string | undefined {
  const [first] = isApiError(error) ? Object.values(error.errors) : [];
  return first?.[0] ?? reasonOf(error);
}
