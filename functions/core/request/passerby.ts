import { principalResolver } from './caller-resolver.ts';
import { networkOf } from './network-of.ts';

/** Anybody, known only by the network. */
export const passerby = principalResolver('public', async (event) => ({
  network: networkOf(event),
}));
