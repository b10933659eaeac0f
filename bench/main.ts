/** `npm run bench -- NAME`: prints figures; asserts nothing. */
import { parseArgs } from 'node:util';

const benchmarks: Record<string, () => Promise<{ run(json: boolean): Promise<void> }>> = {
  start: () => import('./start.ts'),
};

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const load = benchmarks[positionals[0] ?? ''];
if (!load) {
  console.error(`Usage: npm run bench -- ${Object.keys(benchmarks).join('|')} [--json]`);
  process.exit(2);
}
await (await load()).run(values.json);
