import type { Cloud } from '#local/cloud.ts';

/** What a person needs to know when the local cloud is ready. */
export function summary({ origin, dataDir, demo }: Cloud, secondsSinceStart: number): string {
  const account = demo
    ? [
        `  Sign in     ${demo.email} with password ${demo.password}`,
        `  Try         curl -s ${origin}/api/v1/indexes/us_patents/query -H 'x-api-key: ${demo.api_keys.us_patents}' \\`,
        `                -H 'content-type: application/json' -d '{"request":{"conceptFeaturesString":"solar powered drone","maxNumItems":5}}'`,
      ]
    : [`  Demo        being made, with the sample catalogues: ${origin}/_local/demo`];
  return [
    `Antecede runs at ${origin} (ready after ${secondsSinceStart.toFixed(1)} s)`,
    '',
    ...account,
    `  Mailbox     ${origin}/_local/mail`,
    `  Data, logs  ${dataDir} (delete the folder to start afresh)`,
    '  Stop        Ctrl+C',
  ].join('\n');
}
