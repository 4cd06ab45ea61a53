import type { FormatName } from '../../../../../backend/publishing/formats/formats';
import type { ShownAccount } from '../../accounts/shownAccounts';
import type { ChosenFile } from '../chosenFile';
import type { Cover } from '../unsentPost';

/** What is shown of a post on one account. */
export interface Shown {
  account: ShownAccount;
  format: FormatName | null;
  text: string;
  link: string;
  cover: Cover | null;
  files: readonly ChosenFile[];
  isFleeting: boolean;
}
