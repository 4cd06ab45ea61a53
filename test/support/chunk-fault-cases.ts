import { metaError } from './fake-graph';
import { LONG, on, serverFault, type FaultCase } from './publish-fault-cases';

/** What goes wrong while a long video is published in chunks, by name, and what must come of it. */
export const CHUNK_FAULT_CASES: Record<string, FaultCase> = {
  'chunks: nothing': {
    ...LONG,
    faults: [],
    calls: { 'videos.start': 1, 'videos.finish': 1 },
    sentAtMost: 1.1,
  },
  'chunks: another offset is wanted, 6001/1363037': {
    ...LONG,
    faults: [on('videos.transfer', { wrongOffset: true }, { nth: 2 })],
    calls: { 'videos.start': 1, 'videos.finish': 1 },
  },
  'chunks: taken, and another offset is wanted': {
    ...LONG,
    faults: [on('videos.transfer', { wrongOffset: 'after' }, { nth: 2 })],
    calls: { 'videos.start': 1, 'videos.finish': 1 },
  },
  'chunks: a window is cut in the middle': {
    ...LONG,
    faults: [on('videos.transfer', { cutAtBytes: 5_000 }, { nth: 2 })],
    calls: { 'videos.start': 1, 'videos.finish': 1 },
    sentAtMost: 1.5,
  },
  'chunks: the answer to a window is lost': {
    ...LONG,
    faults: [on('videos.transfer', { cut: 'after' }, { nth: 2 })],
    calls: { 'videos.start': 1, 'videos.finish': 1 },
    sentAtMost: 1.6,
  },
  'chunks: 500, HTML and 1363019 in a row': {
    ...LONG,
    faults: [
      on('videos.transfer', serverFault, { nth: 2 }),
      on('videos.transfer', { html: true }, { nth: 3 }),
      on('videos.transfer', metaError(6000, 1363019, 'There was a problem'), { nth: 4 }),
    ],
    calls: { 'videos.start': 1, 'videos.finish': 1 },
  },
  'chunks: the session has expired, 1363041': {
    ...LONG,
    faults: [on('videos.transfer', metaError(6001, 1363041, 'Invalid upload session'), { nth: 3 })],
    calls: { 'videos.start': 2, 'videos.finish': 1 },
  },
  'chunks: the session has expired at finish': {
    ...LONG,
    faults: [on('videos.finish', metaError(6001, 1363041, 'Invalid upload session'))],
    calls: { 'videos.start': 2, 'videos.finish': 2 },
  },
  'chunks: start is lost': {
    ...LONG,
    faults: [on('videos.start', { cut: 'after' })],
    calls: { 'videos.start': 2, 'videos.finish': 1 },
  },
};
