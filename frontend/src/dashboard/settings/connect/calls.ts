import { get, post } from '../../../api';
import type { Schemas } from '../../../types';
import type { Account } from '../../accounts/account';

type Offer = Schemas['OfferView'];

/** A Page that the dialog offers, with its Instagram account. */
export type PageOnOffer = Offer['pages'][number];

/** The address of Facebook's dialog; with an account, it asks again for what was refused before. */
export const startConnecting = (account_id?: number) =>
  post<Schemas['DialogView']>('/connect', account_id === undefined ? {} : { account_id });

export const fetchOffer = (id: number) => get<Offer>(`/connect/${id}`);

export const connectChosen = (id: number, chosen: { page_ids: string[]; instagram_ids: string[] }) =>
  post<Account[]>(`/connect/${id}`, chosen);
