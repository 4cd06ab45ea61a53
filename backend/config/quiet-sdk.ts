const OPTION = 'AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED';

/**
 * Silences the AWS SDK's notice on stderr that its later versions will not run on this Node: the lock file pins the
 * version, and operators can do nothing about it. To be called before a client is made.
 */
export function quietSdk(env: NodeJS.ProcessEnv = process.env): void {
  env[OPTION] ??= 'true';
}
