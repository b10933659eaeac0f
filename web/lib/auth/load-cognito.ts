import { loadConfig } from '#web/lib/config.ts';
import * as cognito from './cognito.ts';

let configured: Promise<typeof cognito> | undefined;

async function configure(): Promise<typeof cognito> {
  cognito.configureCognito(await loadConfig());
  return cognito;
}

/** The identity provider, configured once. A failed attempt is not remembered. */
export function loadCognito(): Promise<typeof cognito> {
  configured ??= configure().catch((error) => {
    configured = undefined;
    throw error;
  });
  return configured;
}
