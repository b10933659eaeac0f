/**
 * Compares what each function may do with what it did while the tests ran: `npm run check:permissions` runs those that
 * use a local cloud, then this. Fails for a permission that was never used and is not explained in
 * `tests/tools/permissions/unused.json`, for an explanation that nothing needs, and for a function that was never denied
 * anything. Takes the folder of the records, which local clouds
 * write into `PERMISSIONS_DIR` when they stop; with `--list` it prints every function.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadAssembly } from '#local/assembly/load-assembly.ts';
import { cachedBuild } from '#local/build/cached-build.ts';
import { originPlaceholder } from '#local/build/origin-placeholder.ts';
import { assemblyStep, projectRoot } from '#local/build/steps.ts';
import type { PermissionUse } from '#local/iam/permission-record.ts';
import { type Unused, usageOf } from './permissions/usage.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean', default: false } },
});
const folder = positionals[0];
if (!folder) throw new Error('Name the folder of the records.');
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const uses = readdirSync(folder).flatMap(
  (file) => readJson(path.join(folder, file)) as PermissionUse[],
);
const explanations: Unused[] = readJson(
  path.join(import.meta.dirname, 'permissions', 'unused.json'),
);
const cache = path.join(projectRoot, 'node_modules/.cache/antecede-build');
const assembly = await loadAssembly(
  path.join(await cachedBuild(assemblyStep, cache), 'cdk.out'),
  { origin: 'http://localhost:3000', endpoint: 'http://127.0.0.1:3000/_local/aws' },
  originPlaceholder,
);
const { functions, stale } = usageOf(assembly, uses, explanations);

for (const { name, calls, unused, explained, denials } of functions) {
  if (values.list) {
    console.log(`\n## ${name}\n`);
    for (const call of calls) console.log(`- called ${call}`);
    for (const { statement, reason } of explained) console.log(`- unused ${statement}: ${reason}`);
    for (const denial of denials) console.log(`- denied ${denial}`);
  }
  for (const statement of unused) console.log(`${name} never used ${statement}`);
  if (denials.length === 0) console.log(`${name} was never denied anything`);
}
for (const { functions: names, statement } of stale) {
  console.log(`unused.json explains ${statement} of ${names.join(', ')}, which is not needed`);
}
const sum = (count: (one: (typeof functions)[number]) => number) =>
  functions.reduce((total, one) => total + count(one), 0);
const unexplained = sum(({ unused }) => unused.length);
const undenied = sum(({ denials }) => (denials.length === 0 ? 1 : 0));
console.log(
  `\n${functions.length} functions: ${sum(({ calls }) => calls.length)} kinds of calls, ${sum(({ denials }) => denials.length)} denials, ${unexplained} permissions unused, ${sum(({ explained }) => explained.length)} explained`,
);
process.exitCode = unexplained + undenied + stale.length > 0 ? 1 : 0;
