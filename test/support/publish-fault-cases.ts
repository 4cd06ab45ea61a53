import { metaError, rateLimited, uploadError, type Fault, type FaultAction } from './fake-graph';
import type { HarnessOptions } from './publishing-harness';

export interface FaultCase extends HarnessOptions {
  faults: Fault[];
  /** Of which fixture, how large. */
  of?: string;
  bytes?: number;
  /** What the item ends as. */
  status?: 'published' | 'failed';
  error?: RegExp;
  /** How often a call is made: [least, most], or exactly. */
  calls?: Record<string, number | [number, number]>;
  /** Bytes of the file that are sent in all, at most, as a multiple of the file. */
  sentAtMost?: number;
  live?: number;
}

export const LONG = { of: 'long.mp4', bytes: 90_000 };
export const on = (name: string, action: FaultAction, more: Partial<Fault> = {}): Fault => ({
  on: name,
  do: action,
  ...more,
});
export const serverFault = metaError(2, null, 'Service temporarily unavailable');

/** Ways in which the answer to a public call says nothing, before and after it took effect. */
const doubts: Record<string, FaultAction> = {
  'a lost connection': {},
  'a 500 with code 2': serverFault,
  'a 500 with code 1': metaError(1, null, 'An unknown error occurred'),
  'a 503 without a body of Meta': { status: 503, body: {} },
  'a 502 in HTML': { html: true },
  'a 200 in HTML': { html: true, status: 200 },
  'a 200 without success': { status: 200, body: { success: false } },
  'a 400 that calls itself transient': metaError(99_999, null, 'Try again', { isTransient: true }),
  'application limit reached, code 4': metaError(4, null, '(#4) Application request limit reached'),
  'page limit 80001 for 7 minutes': rateLimited('1', 7),
  'a spam block 368': metaError(368, null, 'The action attempted has been deemed abusive'),
  'already posted, code 506': metaError(506, null, 'Duplicate status message'),
};

const doubtOf = (name: string, way: FaultAction, when: 'before' | 'after'): Fault =>
  on(name, Object.keys(way).length === 0 ? { cut: when } : { ...way, after: when === 'after' });

/** What goes wrong while a video is published, by name, and what must come of it. */
export const FAULT_CASES: Record<string, FaultCase> = {
  nothing: { faults: [], calls: { 'reels.start': 1, 'reels.bytes': 1, 'reels.finish': 1 }, sentAtMost: 1 },
  'a network that is ready before it is asked to publish': { faults: [], graph: { readyBeforeFinish: true } },

  ...Object.fromEntries(
    Object.entries({ 'reels.finish': {}, 'videos.finish': LONG }).flatMap(([name, media]) =>
      Object.entries(doubts).flatMap(([what, way]): Array<[string, FaultCase]> => [
        [
          `${name}: ${what}, after it took effect`,
          { ...media, faults: [doubtOf(name, way, 'after')], calls: { [name]: 1 } },
        ],
        [
          `${name}: ${what}, before it took effect`,
          { ...media, faults: [doubtOf(name, way, 'before')], calls: { [name]: 2 } },
        ],
      ]),
    ),
  ),

  'reels.finish: a 500 each time, before it takes effect': {
    faults: [on('reels.finish', metaError(1, null, 'An unknown error occurred'), { times: 1000 })],
    status: 'failed',
    error: /^Meta’s servers had a problem\. .* \(Meta error 1\) All tries are used up\. Retry it later\.$/,
    calls: { 'reels.start': 1, 'reels.finish': 8 },
    live: 0,
  },

  'start: lost after it took effect': {
    faults: [on('reels.start', { cut: 'after' })],
    calls: { 'reels.start': 2, 'reels.finish': 1 },
  },
  'start: lost, 500, code 1, HTML and 80001 in a row': {
    faults: [
      on('reels.start', { cut: 'before' }),
      on('reels.start', serverFault, { nth: 2 }),
      on('reels.start', metaError(1, null, 'An unknown error occurred'), { nth: 3 }),
      on('reels.start', { html: true }, { nth: 4 }),
      on('reels.start', rateLimited('1', 5), { nth: 5 }),
    ],
    calls: { 'reels.start': 6, 'reels.finish': 1 },
  },
  'start: an answer that is no JSON': {
    faults: [on('reels.start', { html: true, status: 200 })],
    calls: { 'reels.start': 2 },
  },
  'start: a number in doubt, 100/33': {
    faults: [on('reels.start', { lag100_33: 2 })],
    calls: { 'reels.start': 3 },
  },

  ...Object.fromEntries(
    [1, 1000, 300_000, 599_999].map((k): [string, FaultCase] => [
      `bytes: cut after ${k} of 600,000, goes on where the network is`,
      {
        bytes: 600_000,
        faults: [on('reels.bytes', { cutAtBytes: k })],
        calls: { 'reels.start': 1, 'reels.bytes': 2 },
        sentAtMost: 1,
      },
    ]),
  ),
  'bytes: cut three times on the way': {
    bytes: 600_000,
    faults: [1, 2, 3].map((nth) => on('reels.bytes', { cutAtBytes: 150_000 }, { nth })),
    calls: { 'reels.start': 1, 'reels.bytes': 4 },
    sentAtMost: 1,
  },
  'bytes: cut again and again without a byte of progress': {
    faults: [on('reels.bytes', { cut: 'before' }, { times: 6 })],
    calls: { 'reels.start': 1, 'reels.finish': 1 },
  },
  'bytes: the answer is lost, and nothing is sent again': {
    faults: [on('reels.bytes', { cut: 'after' })],
    calls: { 'reels.bytes': 1 },
    sentAtMost: 1,
  },
  'bytes: 502 in HTML': { faults: [on('reels.bytes', { html: true })], calls: { 'reels.start': 1 } },
  'bytes: 500 after all of them': {
    faults: [on('reels.bytes', { ...serverFault, after: true })],
    calls: { 'reels.bytes': 1 },
  },
  'bytes: a 200 without success': {
    faults: [on('reels.bytes', { status: 200, body: { success: false } })],
    calls: { 'reels.start': 1, 'reels.bytes': 2 },
  },
  'bytes: OffsetInvalidError': {
    faults: [on('reels.bytes', { wrongOffset: true })],
    calls: { 'reels.start': 1, 'reels.bytes': 2 },
  },
  'bytes: OffsetInvalidError though all of them are there': {
    faults: [on('reels.bytes', { wrongOffset: 'after' })],
    calls: { 'reels.start': 1, 'reels.bytes': 1 },
  },
  'bytes: PartialRequestError': {
    faults: [on('reels.bytes', uploadError('PartialRequestError', 'Partial request', true))],
    calls: { 'reels.start': 1, 'reels.bytes': 2 },
  },
  'bytes: ProcessingFailedError asks for a new session': {
    faults: [on('reels.bytes', uploadError('ProcessingFailedError', 'Request processing failed'))],
    calls: { 'reels.start': 2, 'reels.finish': 1 },
  },
  'bytes: a network that reads slowly': {
    bytes: 60_000,
    faults: [on('reels.bytes', { drip: 60_000 })],
    calls: { 'reels.bytes': 1 },
    sentAtMost: 1,
  },

  'video.status: objects that are not there yet, 100/33': {
    faults: [on('video.status', { lag100_33: 5 })],
    calls: { 'reels.finish': 1 },
  },
  'video.status: not there yet while the outcome is in doubt': {
    faults: [on('reels.finish', { cut: 'after' }), on('video.status', { lag100_33: 5 })],
    calls: { 'reels.finish': 1 },
  },
  'video.status: faults and silence before a resume': {
    faults: [
      on('reels.bytes', { cutAtBytes: 30_000 }),
      on('video.status', { cut: 'before' }),
      on('video.status', serverFault, { nth: 2 }),
      on('video.status', { html: true }, { nth: 3 }),
    ],
    calls: { 'reels.start': 1, 'reels.bytes': 2 },
    sentAtMost: 1,
  },
  'video.status: an answer without a status is no reason to send again': {
    faults: [
      on('reels.finish', { cut: 'after' }),
      on('video.status', { status: 200, body: { id: '1' } }, { times: 5 }),
    ],
    calls: { 'reels.finish': 1 },
  },
  // The first reading is made before finish.
  'video.status: limited while the outcome is in doubt': {
    faults: [
      on('reels.finish', { cut: 'after' }),
      on('video.status', rateLimited('1', 30), { nth: 2, times: 2 }),
    ],
    calls: { 'reels.finish': 1, 'video.status': [4, 5] },
  },
  'video.status: limited before finish': {
    faults: [on('video.status', rateLimited('1', 30))],
    calls: { 'reels.start': 1, 'reels.bytes': 1, 'reels.finish': 1 },
  },
  'video.status: cannot be read, and the list shows that it is live': {
    faults: [on('reels.finish', { cut: 'after' }), on('video.status', serverFault, { times: 10_000 })],
    calls: { 'reels.finish': 1, 'reels.list': 1 },
  },
  'video.status and reels.list: cannot be read for an hour, though it is live': {
    faults: [
      on('reels.finish', { cut: 'after' }),
      on('video.status', serverFault, { times: 10_000 }),
      on('reels.list', serverFault, { times: 10_000 }),
    ],
    status: 'failed',
    error: /could not be confirmed.*check your page before retrying/i,
    calls: { 'reels.finish': 1, 'video.status': [10, 80] },
    live: 1,
  },
  'processing for 20 minutes': {
    faults: [on('reels.bytes', { stuckProcessing: 20 * 60_000 })],
    calls: { 'reels.finish': 1, 'video.status': [10, 60] },
  },
  'processing for 20 minutes, with the answer to finish lost': {
    faults: [on('reels.bytes', { stuckProcessing: 20 * 60_000 }), on('reels.finish', { cut: 'after' })],
    calls: { 'reels.finish': 1 },
  },
  'a video that is rejected while it is processed': {
    faults: [
      on('reels.bytes', {
        rejectProcessing: { code: 1363127, message: 'The resolution of this video is too low.' },
      }),
    ],
    status: 'failed',
    error:
      /^This video has too few pixels\. .*: The resolution of this video is too low\. \(Meta error 1363127\) .*(upload another file|retry)/i,
    calls: { 'reels.finish': 1 },
    live: 0,
  },
  'a video whose processing times out': {
    faults: [on('reels.bytes', { rejectProcessing: { code: 1363030, message: 'Upload timed out.' } })],
    calls: { 'reels.start': 2, 'reels.finish': 2 },
  },
  'an accepted video that never says it is live, though the list shows it': {
    faults: [
      on('video.status', { status: 200, body: { status: { video_status: 'ready' } } }, { times: 10_000 }),
    ],
    calls: { 'reels.finish': 1, 'reels.list': 2 },
  },
  'finish: no such session, 100/33, for more than a minute': {
    faults: [on('reels.finish', { lag100_33: 5 })],
    calls: { 'reels.start': 2, 'reels.finish': 6 },
  },
  'a video that is rejected while it is published': {
    faults: [
      on('reels.finish', { status: 200, body: { success: true } }),
      on(
        'video.status',
        {
          status: 200,
          body: {
            status: {
              video_status: 'ready',
              publishing_phase: { status: 'complete', publish_status: 'error', errors: [{ code: 1363040 }] },
            },
          },
        },
        { nth: 2 },
      ),
    ],
    status: 'failed',
    error: /^The shape of this video is not taken\. .* \(Meta error 1363040\)/,
    calls: { 'reels.finish': 1, 'video.status': 2 },
    live: 0,
  },
  'a media error at once': {
    faults: [on('reels.finish', metaError(6000, 1363024, 'Unsupported video format'))],
    status: 'failed',
    error:
      /^This video has a format that Facebook does not take\. .*: Unsupported video format\. \(Meta error 6000\/1363024\)/,
    calls: { 'reels.finish': 1 },
    live: 0,
  },
  'a bad parameter at once': {
    faults: [on('reels.start', metaError(100, null, '(#100) Invalid parameter'))],
    status: 'failed',
    error: /Invalid parameter\. \(Meta error 100\)/,
    calls: { 'reels.start': 1 },
    live: 0,
  },
};
