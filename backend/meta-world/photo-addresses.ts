import type { MetaCall, Settings } from './call';

export const JPEG = 'image/jpeg';

const CDN = 'https://scontent.xx.fbcdn.net/v/t1';

/** Where a photo or the picture of an account is fetched from. */
export const pictureAddress = ({ picturesUrl = CDN }: Settings, id: string): string =>
  `${picturesUrl}/${id}.jpg`;

/** The photo at an address of the network itself. */
export function photoAt(settings: Settings, world: MetaCall['world'], address: string): string | undefined {
  const id = /\/(\d{1,20})\.jpg$/.exec(address)?.[1];
  const isOwn = id !== undefined && address === pictureAddress(settings, id);
  return isOwn && world.started(id)?.kind === 'photo' ? id : undefined;
}

/** The addresses that the network fetches pictures from to answer the call, by parameter. Its own are not among them. */
export function addressesToFetch({ name, params, settings, world }: MetaCall): [string, string][] {
  if (name !== 'ig.create') return [];
  return (['image_url', 'cover_url'] as const).flatMap((parameter) => {
    const address = params[parameter];
    return address === undefined || photoAt(settings, world, address) ? [] : [[parameter, address]];
  });
}
