import { AccountChanges } from '../../backend/accounts/account-changes';
import { AccountEntry } from '../../backend/accounts/connection/account-entry';
import { AccountRemoval, type RemovalQuery } from '../../backend/accounts/removal/account-removal';
import { AccountsService } from '../../backend/accounts/accounts.service';
import { FacebookSettings } from '../../backend/accounts/settings/facebook-settings';
import type { Row } from '../../backend/database/tables';
import type { Container } from './container';
import type { Knowledge, Person } from './knowledge';
import { instagramId, PERSON_TOKEN, tokenOf } from './pages';
import type { Deed, Step } from './plan';
import { noted, type Change, type Requests } from './requests';
import { pageId } from './weather';

type AccountDeed = Extract<
  Deed,
  { do: 'connect' | 'disconnect' | 'add account' | 'change default' | 'remove account' }
>;

/** What users do with their accounts: the defaults by the settings, and others beside them. */
export class AccountOwner {
  constructor(
    private readonly knowledge: Knowledge,
    private readonly requests: Requests,
  ) {}

  do(step: Step & AccountDeed): void {
    const person = this.knowledge.people[step.user] as Person;
    switch (step.do) {
      case 'connect': {
        this.connect(step, person);
        return;
      }
      case 'disconnect': {
        const changes = [
          noted(person.accounts, { page: null, instagram: false }),
          noted(person.stirred, null),
        ];
        this.requests.send(step, changes, (at) =>
          at.get(FacebookSettings).change(person.userId, { page_id: '', instagram_page_id: '' }),
        );
        return;
      }
      case 'add account': {
        this.add(step, person);
        return;
      }
      case 'change default': {
        this.requests.send(step, [], async (at) => {
          const { chosen } = await choose(at, person, step.nth);
          if (chosen) await at.get(AccountChanges).change(person.userId, chosen.id, { is_default: 1 });
        });
        return;
      }
      case 'remove account': {
        const removed = { remoteId: '' };
        const changes = [noted(person.removals, removed), noted(person.stirred, null)];
        this.requests.send(step, changes, async (at) => {
          const { chosen, heir } = await choose(at, person, step.nth);
          removed.remoteId = chosen?.remote_id ?? '';
          const wanted: RemovalQuery = {
            pending: step.pending === 'refuse' ? undefined : step.pending,
            to: step.pending === 'move' ? String(heir?.id) : undefined,
          };
          if (chosen) await at.get(AccountRemoval).disconnect(person.userId, chosen.id, wanted);
        });
      }
    }
  }

  private connect(step: Step & { do: 'connect' }, { userId, accounts, stirred }: Person): void {
    const { page, instagram, asPerson } = step;
    const settings = {
      access_token: asPerson ? PERSON_TOKEN : tokenOf(page),
      page_id: pageId(page),
      instagram_page_id: instagram ? instagramId(page) : '',
    };
    const changes: Change[] = [noted(accounts, { page, instagram })];
    // Without one, the settings remove the default account of Instagram.
    if (!instagram) changes.push(noted(stirred, null));
    this.requests.send(step, changes, (at) => at.get(FacebookSettings).change(userId, settings));
  }

  private add(step: Step & { do: 'add account' }, { userId, added }: Person): void {
    const { page, instagram, asPerson } = step;
    const account = {
      access_token: asPerson ? PERSON_TOKEN : tokenOf(page),
      page_id: pageId(page),
      instagram_page_id: instagram ? instagramId(page) : null,
    };
    this.requests.send(step, [noted(added, { page, instagram })], (at) =>
      at.get(AccountEntry).enter(userId, account),
    );
  }
}

/** The nth account, as the user sees the list, and another one of its network. */
async function choose(
  at: Container,
  { userId }: Person,
  nth: number,
): Promise<Partial<Record<'chosen' | 'heir', Row<'accounts'>>>> {
  const accounts = await at.get(AccountsService).connected(userId);
  const chosen = accounts[nth % accounts.length];
  const heir = accounts.find(({ id, network }) => id !== chosen?.id && network === chosen?.network);
  return { chosen, heir };
}
