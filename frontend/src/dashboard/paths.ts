/** Where a resource's path under /api is not its name. */
const PATHS: Record<string, string> = { 'instagram-videos': 'instagram/videos' };

export const pathOf = (resource: string) => PATHS[resource] ?? resource;
