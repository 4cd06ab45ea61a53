import { bucketPlace } from './bucket-place.contract';
import { FaultyLink } from '../../../../test/support/swift/faulty-link';
import { onSwift } from '../../../../test/support/swift/swift';
import { storageContract } from '../storage.contract';

onSwift('with a real store', (swift) => {
  let link: FaultyLink;
  beforeAll(async () => {
    await swift().makeBucket('media');
    link = await FaultyLink.to(swift().url);
  });
  afterAll(() => link.end());

  storageContract('a bucket', () => bucketPlace(link, 'media'));
});
