/**
 * How long a test waits for what must come. It goes on as soon as that has come: this bounds nothing of the product, and
 * what the product itself waits for is added to it.
 */
export const PATIENCE_MS = 10_000;

/**
 * For a product to start: its modules are loaded and its database is set up. Several that start at once beside other
 * tests have taken half a minute.
 */
export const START_PATIENCE_MS = 60_000;
