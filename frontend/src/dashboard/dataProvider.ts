import simpleRest from 'ra-data-simple-rest';
import type { DataProvider } from 'react-admin';
import { get, isApiError, post, put, send } from '../api';
import { fetchConfig } from '../config';
import type { Connection, Plan, Post, Subscription, Uploaded, User } from '../types';
import { adminCalls } from './admin/calls';
import { calendarCalls } from './calendar/calls';
import { captionCalls } from './captions/calls';
import { categoryCalls } from './categories/calls';
import { homeCalls } from './home/calls';
import { postCalls } from './posts/calls';
import { sendFile, sendReplacement } from './posts/upload/sendFile';
import type { FileToSend, Sending } from './posts/upload/sendFile';
import { settingsCalls } from './settings/calls';
import { sharedVideoCalls } from './shared-videos/calls';

export interface Profile {
  name: string;
  email: string;
  timezone: string;
  /** With another email. */
  current_password?: string;
}

export interface FacebookSettings {
  /** Absent: the stored one is kept. */
  access_token?: string;
  page_id: string;
  instagram_page_id: string;
  /** Absent: as it was; so the other one. */
  upload_frequency?: number;
  photo_upload_frequency?: number;
}

/** The calls that are no list, record or delete, by their name. */
const calls = {
  config: fetchConfig,
  plans: () => get<Plan[]>('/plans'),
  user: () => get<User>('/user'),
  changeZone: (timezone: string) => put<User>('/user', { timezone }),
  updateProfile: (profile: Profile) => put<User>('/user', profile),
  updateFacebook: (settings: FacebookSettings) => put<User>('/user/facebook-settings', settings),
  connection: () => get<Connection>('/user/connection'),
  checkConnection: () => post<Connection>('/user/connection/check'),

  /** `null`: there is none. */
  async subscription(): Promise<Subscription | null> {
    const answer = await get<Subscription | { status: 'no_subscription' }>('/user/subscription').catch(
      (error: unknown) => {
        if (isApiError(error) && error.status === 404) return null;
        throw error;
      },
    );
    return answer && 'plan' in answer ? answer : null;
  },

  reschedule: (resource: string, id: number, scheduledFor: string | null) =>
    put<Post>(`/${resource}/${id}/reschedule`, { scheduled_for: scheduledFor }),
  retry: (resource: string, id: number) => post<Post>(`/${resource}/${id}/retry`),
  /** Brings a failed post back without a time, to be edited or deleted. */
  unschedule: (resource: string, id: number) =>
    post<Post>(`/${resource}/${id}/retry`, { unscheduled: 1 }),
  replaceFile: (
    resource: string,
    id: number,
    file: Pick<FileToSend, 'file' | 'poster'>,
    sending: Sending,
  ): Promise<Post> => sendReplacement(`/api/${resource}/${id}/file`, file, sending) as Promise<Post>,
  /** Takes a failed post off the home screen. */
  dismiss: (resource: string, id: number) => post<Post>(`/${resource}/${id}/dismiss`),
  upload: (resource: string, file: FileToSend, sending: Sending): Promise<Uploaded> =>
    sendFile(`/api/${resource}`, file, sending) as Promise<Uploaded>,

  ...adminCalls,
  ...calendarCalls,
  ...captionCalls,
  ...categoryCalls,
  ...homeCalls,
  ...postCalls,
  ...settingsCalls,
  ...sharedVideoCalls,
};

export type PagecastProvider = DataProvider & typeof calls;

const records = simpleRest('/api', send);

export const dataProvider: PagecastProvider = { ...records, ...calls };
