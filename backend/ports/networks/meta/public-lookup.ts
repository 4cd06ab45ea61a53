import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from '../../../config/public-origin';

/**
 * Resolves a name to those of its addresses that everybody can reach. The connection is made to what this returns, so
 * that a name cannot lead to this machine or its network, not even by changing in between.
 */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    // Nothing was found then, not even an empty list.
    const reachable = error ? [] : found.filter(({ address }) => isPublicAddress(address));
    const [first] = reachable;
    if (!first) done(error ?? new Error(`${hostname} has no public address`), []);
    else if (options.all) done(null, reachable);
    else done(null, first.address, first.family);
  });
};
