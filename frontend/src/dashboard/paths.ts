import { LISTS, slugOf } from '../../../backend/publishing/formats/lists';

/** Where a resource's path under /api is not its name. */
const PATHS = new Map(LISTS.map((list) => [slugOf(list), list.path]));

export const pathOf = (resource: string): string => PATHS.get(resource) ?? resource;
