/** Stands in the bundle for @nestjs/swagger: the API document is written by the build, and nothing reads it later. */
module.exports = new Proxy({}, { get: () => () => () => undefined });
