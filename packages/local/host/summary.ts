import type { Cloud } from '#local/cloud.ts';
import type { DemoAccount } from './local-addresses.ts';

/** The text that the console shows when the local cloud is ready. */
export function summary({ origin, dataDir, demo }: Cloud, secondsSinceStart: number): string {
  return [
    `Antecede runs at ${origin} (after ${secondsSinceStart.toFixed(1)} s)`,
    '',
    demo
      ? demoLines(origin, demo)
      : '  Demo        the demo account and the sample catalogues are being made …',
    `  Mailbox     ${origin}/_local/mail`,
    `  Data, logs  ${dataDir} (delete the folder to start afresh)`,
    '  Stop        Ctrl+C',
  ].join('\n');
}

/** What the shown command asks the patents for. */
export const demoQuery = 'solar powered drone';

/** How to use the demo account. */
export function demoLines(origin: string, { email, password, api_keys }: DemoAccount): string {
  const body = { request: { conceptFeaturesString: demoQuery, maxNumItems: 5 } };
  return [
    `  Sign in     ${email} with the password ${password}`,
    `  Query       curl -s ${origin}/api/v1/indexes/us_patents/query -H 'x-api-key: ${api_keys.us_patents}' \\`,
    `                -H 'content-type: application/json' -d '${JSON.stringify(body)}'`,
  ].join('\n');
}
