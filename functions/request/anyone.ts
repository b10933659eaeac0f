import { principalResolver } from './principal.ts';

/** Anybody: nothing is asked. */
export const anyone = principalResolver('public', async () => undefined);
