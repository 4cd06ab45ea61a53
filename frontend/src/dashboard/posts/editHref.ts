/** The composer, with this post in it. */
export const editHref = (id: number) => `/dashboard/compose?edit=${id}`;
