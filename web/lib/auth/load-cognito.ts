import { loadConfig } from '#web/lib/config.ts';
import { type Cognito, openCognito } from './cognito.ts';

let opened: Promise<Cognito> | undefined;

/** The identity provider, configured once. A failed attempt is not remembered. */
export function loadCognito(): Promise<Cognito> {
  opened ??= loadConfig()
    .then(openCognito)
    .catch((error) => {
      opened = undefined;
      throw error;
    });
  return opened;
}
