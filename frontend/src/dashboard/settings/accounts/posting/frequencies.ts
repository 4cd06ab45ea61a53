import { LISTS, formatIn } from '../../../../../../backend/publishing/formats/lists';
import type { Account } from '../../../accounts/account';
import { frequencyText } from '../../postingFrequency';
import { TEXTS } from '../texts';

type Frequency = 'upload_frequency' | 'photo_upload_frequency';

export const FIELDS: Record<Frequency, { kind: string; label: string }> = {
  upload_frequency: { kind: TEXTS.videos, label: TEXTS.uploadFrequency },
  photo_upload_frequency: { kind: TEXTS.photos, label: TEXTS.photoFrequency },
};

/** Those that its network has posts for. */
export const frequenciesOf = ({ network }: Account): Frequency[] => [
  ...new Set(LISTS.filter((list) => formatIn(list).network === network).map(({ frequency }) => frequency)),
];

export const frequenciesText = (account: Account) =>
  frequenciesOf(account)
    .map((each) => TEXTS.frequency(FIELDS[each].kind, frequencyText(account[each]) ?? ''))
    .join(' · ');

export function hintOf(kind: string, minutes: string): string {
  const often = frequencyText(Number(minutes));
  return often ? `${TEXTS.frequency(kind, often)}.` : TEXTS.atLeastOne;
}
