import type { Clock } from '../../../common/clock';
import type { Media, NetworkName } from '../network';
import { ChunkedVideoProtocol } from './chunked-video-protocol';
import type { GraphClient } from './graph-client';
import { InstagramReelProtocol } from './instagram-reel-protocol';
import { PagePhotoProtocol } from './page-photo-protocol';
import type { PostProtocol } from './publish-flow';
import { ReelProtocol } from './reel-protocol';

/** The longest reel that Meta accepts (guide "Reels Publishing"). */
const LONGEST_REEL_MS = 90_000;

/** A protocol for a format. If it depends on the media, the first one whose `takes` accepts them is used. */
export interface FormatProtocol {
  protocol: PostProtocol;
  takes?: (media: Media) => boolean;
}

/** Protocols by network and format. */
export type ProtocolsByFormat = Record<NetworkName, Record<string, FormatProtocol[] | undefined>>;

export const protocolsByFormat = (graph: GraphClient, clock: Clock): ProtocolsByFormat => ({
  facebook: {
    video: [
      {
        protocol: new ReelProtocol(graph, clock),
        takes: ({ durationMs }) => (durationMs ?? 0) <= LONGEST_REEL_MS,
      },
      { protocol: new ChunkedVideoProtocol(graph, clock) },
    ],
    photo: [{ protocol: new PagePhotoProtocol(graph) }],
  },
  instagram: {
    reel: [{ protocol: new InstagramReelProtocol(graph, clock) }],
  },
});
