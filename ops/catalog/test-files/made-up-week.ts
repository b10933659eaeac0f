import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { changesKey } from '#shared/patent-document-key.ts';
import type { LoadCommand } from '../arguments.ts';
import { patentTexts } from '../formats/format.ts';
import { runLoad } from '../run-load.ts';
import { grantXml, proseOf } from './made-up.ts';
import type { MadeUpCloud } from './made-up-cloud.ts';

const grant = (number: number, title: string, change: object = {}) =>
  grantXml({ number: String(number), title, description: proseOf(number), ...change });
const command = (folder: string, file: string, change: Partial<LoadCommand>): LoadCommand => ({
  name: 'load',
  catalog: 'us_patents',
  from: [file],
  environment: 'local',
  folder,
  partBytes: 5 << 20,
  patentTexts,
  restart: false,
  isDelivery: true,
  builds: true,
  replacesDeliveries: false,
  ...change,
});
const withdrawal = `<exch:exchange-documents xmlns:exch="http://www.epo.org/exchange"><exch:exchange-document country="US" doc-number="19000002" kind="B2" status="D"/></exch:exchange-documents>`;

/** Of another family, and cited by all others. */
const cited = grant(18_000_000, 'Cited kite')
  .replaceAll('28 00001', '27 00001')
  .replaceAll('99123456', '99111111')
  .replace(
    '<doc-number>18000000</doc-number><kind>A<',
    '<doc-number>17000000</doc-number><kind>A<',
  );

/** A cloud with four loaded patents, and a week of three files: a correction, a new one, a withdrawal. */
export async function madeUpWeek(cloud: MadeUpCloud, folder: string) {
  const name = (part: string) => path.join(folder, part);
  const base = [1, 2, 3].map((i) => grant(19_000_000 + i, `Kite ${i}, folding`));
  writeFileSync(name('base.xml'), cited + base.join(''));
  const week = name('week');
  mkdirSync(week);
  writeFileSync(
    path.join(week, 'a.xml'),
    grant(19_000_001, 'Kite 1, "corrected"') + grant(19_000_009, 'A new kite'),
  );
  writeFileSync(path.join(week, 'b.xml'), withdrawal);
  const open = async () => cloud.installation;
  await runLoad(command(name('work'), name('base.xml'), { isDelivery: false }), open);
  const add = (work: string) => runLoad(command(name(work), week, {}), open);
  return { add };
}

/** What serves and what is stored, with the version's id left out. */
export function outcomeOf(cloud: MadeUpCloud) {
  const version = cloud.documentsVersion!;
  const keys = [...cloud.objects.keys()].filter((key) => !key.includes('links/'));
  return {
    dataset: cloud.objects.get('data-catalog/us_patents.csv')!.body.toString(),
    build: cloud.builds.at(-1)!.dataset,
    keys: keys.map((key) => key.replace(version, 'WEEK').replace(/[\da-f-]{36}/, 'BASE')).sort(),
    changes: cloud.json(changesKey(version)),
  };
}
