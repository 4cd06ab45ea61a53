const OPTION = 'AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED';

/**
 * The SDK of buckets tells on stderr that later versions of it will not run on this Node. `cli doctor` says what matters
 * of that. Call it before a client is made.
 */
export function quietSdk(env: NodeJS.ProcessEnv = process.env): void {
  env[OPTION] ??= 'true';
}
