import { parseArgs } from 'node:util';
import { createIndex, upload, waitForBuild } from '#tests/api/support/datasets.ts';
import { openInstallation } from '../installation.ts';
import { measure } from '../load/measure.ts';
import { newTenant } from '../load/mixes.ts';
import { csvOf, facets } from '../made-up-patents.ts';
import { parseOrExit } from '../parse-or-exit.ts';
import { SEED } from '../search/corpus/csv-file.ts';
import { TextSource } from '../search/corpus/documents.ts';
import { printTable, type Row } from '../search/table.ts';

const USAGE = `npm run bench -- connections [options]
  --rows N     made-up patents (default 100000)
  --seconds N  for each figure (default 10)`;

function parse(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '100000' },
      seconds: { type: 'string', default: '10' },
    },
  });
  return { rows: Number(values.rows), seconds: Number(values.seconds) };
}

const connections = [1, 10, 50];

const roles = {
  ucid: 'metadata',
  title: 'metadata',
  text: 'index',
  assignee: 'metadata',
  publication_date: 'metadata',
  cpc: 'metadata',
  kind_code: 'metadata',
} as const;
const texts = 200;

const counted = Object.values(facets);
const narrowed = [
  { column: 'kind_code', operator: '=', value: 'B2' },
  { column: 'publication_date', operator: '>=', value: '1990' },
];
const kinds: Record<string, object> = {
  plain: {},
  filtered: { filters: narrowed },
  faceted: { facets: counted },
  'filtered and faceted': { filters: narrowed, facets: counted },
};

/**
 * What callers of the API wait for while others call at the same moment. Caller, gateway, stores and functions share one
 * machine, so that more connections than processors tell how many searches it answers, and how fairly they wait.
 */
export async function run(args: string[]): Promise<void> {
  const { rows, seconds } = parseOrExit(parse, args, USAGE);
  const installation = await openInstallation();
  try {
    const tenant = await newTenant(installation, 1e9);
    const file = await upload(tenant, 'patents.csv', csvOf(rows));
    const { item_id: index } = await createIndex(tenant, 'grants', file, roles);
    const { status } = await waitForBuild(tenant, index);
    if (status !== 'Active') throw new Error(`The build ended as ${status}.`);
    const { [index]: keys } = await tenant.call('list-index-keys', { query: {} });
    const headers = { 'x-api-key': keys![0]!.api_key, 'content-type': 'application/json' };
    const asked = new TextSource(SEED).shortQueries(texts);
    const table: Row[] = [];
    for (const [kind, more] of Object.entries(kinds)) {
      const requests = asked.map((text) => ({
        method: 'POST' as const,
        path: `/api/v1/indexes/${index}/query`,
        headers,
        body: JSON.stringify({
          request: { conceptFeaturesString: text, maxNumItems: 10, ...more },
        }),
      }));
      const load = { origin: installation.stack.origin, requests, seconds };
      // As many instances as callers open the index first.
      await measure({ ...load, connections: Math.max(...connections), seconds });
      for (const count of connections) {
        const measured = await measure({ ...load, connections: count });
        table.push({
          measure: kind,
          system: `${count} at a time`,
          cells: {
            'p50 ms': String(measured.p50Ms),
            'p99 ms': String(measured.p99Ms),
            'searches a second': measured.perSecond.toFixed(0),
            answers: JSON.stringify(measured.statuses),
          },
          figures: measured,
        });
      }
    }
    console.log(printTable(table));
  } finally {
    await installation.close();
  }
}
