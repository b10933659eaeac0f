import { principalResolver } from './principal.ts';

/** Anybody: no credential is needed. */
export const anyone = principalResolver('public', async () => undefined);
