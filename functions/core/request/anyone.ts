import { principalResolver } from './caller-resolver.ts';

/** Anybody: no credential is needed. */
export const anyone = principalResolver('public', async () => undefined);
