import type { Clock } from '../../../common/time/clock';
import type { Media, NetworkName } from '../network';
import { ChunkedVideoProtocol } from './chunked-video-protocol';
import type { GraphClient } from './graph-client';
import { InstagramCarouselProtocol } from './instagram-carousel-protocol';
import { InstagramSingleProtocol, PHOTO, REEL, STORY } from './instagram-single-protocol';
import { PagePhotoProtocol } from './page-photo-protocol';
import { PageTextProtocol } from './page-text-protocol';
import { PhotoStoryProtocol } from './photo-story-protocol';
import { PictureAddresses, type PictureDelivery } from './picture-addresses';
import type { PostProtocol } from './post-protocol';
import { ReelProtocol } from './reel-protocol';
import { VideoStoryProtocol } from './video-story-protocol';

/** A protocol for a format. If it depends on the media, the first one whose `takes` accepts them is used. */
export interface FormatProtocol {
  protocol: PostProtocol;
  takes?: (media: Media) => boolean;
}

/** Protocols by network and format. */
export type ProtocolsByFormat = Record<NetworkName, Record<string, FormatProtocol[] | undefined>>;

export const protocolsByFormat = (
  client: GraphClient,
  clock: Clock,
  delivery: PictureDelivery,
): ProtocolsByFormat => {
  const graph = client.about('facebook');
  const instagram = client.about('instagram');
  const reel = { protocol: new ReelProtocol(graph, clock) };
  const film = { protocol: new ChunkedVideoProtocol(graph, clock) };
  const photos = { protocol: new PagePhotoProtocol(graph, clock) };
  const story = [
    { protocol: new PhotoStoryProtocol(graph, clock), takes: ({ type }: Media) => type === 'image' },
    { protocol: new VideoStoryProtocol(graph, clock) },
  ];
  const pictures = new PictureAddresses(client, clock, delivery);
  const single = (kind: ConstructorParameters<typeof InstagramSingleProtocol>[3]) => ({
    protocol: new InstagramSingleProtocol(instagram, clock, pictures, kind),
  });
  return {
    facebook: {
      reel: [reel],
      video: [film],
      photo: [photos],
      multi_photo: [photos],
      story,
      text: [{ protocol: new PageTextProtocol(graph) }],
    },
    instagram: {
      reel: [single(REEL)],
      photo: [single(PHOTO)],
      carousel: [{ protocol: new InstagramCarouselProtocol(instagram, clock, pictures) }],
      story: [single(STORY)],
    },
  };
};
