import type { Attempt } from '../../../types';

type Step = 'start' | 'upload' | 'publish' | 'read back' | 'check' | 'comment' | 'cover';

type Telling = Record<Attempt['outcome'], (network: string) => string>;

const looked: Telling = {
  done: (network) => `Checked on ${network}`,
  failed: (network) => `Could not check on ${network}`,
  unknown: (network) => `${network} did not say whether the post is live`,
  'in progress': (network) => `Checking on ${network}`,
  interrupted: (network) => `Checking on ${network} was interrupted`,
};

const STORY: Record<Step, Telling> & { result: Partial<Telling> } = {
  start: {
    done: (network) => `${network} opened the upload`,
    failed: (network) => `${network} did not open the upload`,
    unknown: (network) => `No answer when opening the upload on ${network}`,
    'in progress': (network) => `Opening the upload on ${network}`,
    interrupted: () => 'Opening the upload was interrupted',
  },
  upload: {
    done: (network) => `The file arrived at ${network}`,
    failed: (network) => `The file did not arrive at ${network}`,
    unknown: (network) => `Unclear whether the file arrived at ${network}`,
    'in progress': (network) => `Sending the file to ${network}`,
    interrupted: () => 'Sending the file was interrupted',
  },
  publish: {
    done: (network) => `${network} accepted the post`,
    failed: (network) => `${network} refused the post`,
    unknown: (network) => `${network} gave no clear answer, so nothing was sent a second time`,
    'in progress': (network) => `Asking ${network} to publish`,
    interrupted: () => 'Asking to publish was interrupted',
  },
  comment: {
    done: (network) => `${network} accepted the first comment`,
    failed: (network) => `${network} did not take the first comment`,
    unknown: (network) => `${network} did not say whether the first comment was posted`,
    'in progress': (network) => `Posting the first comment on ${network}`,
    interrupted: () => 'Posting the first comment was interrupted',
  },
  cover: {
    done: (network) => `${network} took the cover`,
    failed: (network) => `${network} did not take the cover`,
    unknown: (network) => `Unclear whether ${network} took the cover`,
    'in progress': (network) => `Sending the cover to ${network}`,
    interrupted: () => 'Sending the cover was interrupted',
  },
  'read back': looked,
  check: looked,
  result: { failed: () => 'The post failed' },
};

/** One attempt in plain words; unknown steps are named as they are. */
export function stepText({ step, outcome }: Pick<Attempt, 'step' | 'outcome'>, network: string): string {
  const telling: Partial<Telling> = Object.hasOwn(STORY, step) ? STORY[step as keyof typeof STORY] : {};
  return telling[outcome]?.(network) ?? `${step}: ${outcome}`;
}

/** 'Meta error 190/460, trace AbC'; empty without an error from Meta. */
export function codesOf({ code, subcode, trace_id }: Pick<Attempt, 'code' | 'subcode' | 'trace_id'>): string {
  const number = code === null ? '' : `Meta error ${code}${subcode === null ? '' : `/${subcode}`}`;
  return [number, trace_id && `trace ${trace_id}`].filter(Boolean).join(', ');
}
