/** Where class-transformer keeps the metadata of its decorators. The package has no types for this path. */
declare module 'class-transformer/cjs/storage' {
  export { defaultMetadataStorage } from 'class-transformer/types/storage';
}
