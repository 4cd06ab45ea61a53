/** The calls of this screen that are no list, record or delete, by their name. */
export const adminCalls = {};
