/** `npm run bench -- NAME [options]`: prints figures; asserts nothing. */
const benchmarks: Record<string, () => Promise<{ run(options: string[]): Promise<void> }>> = {
  start: () => import('./start.ts'),
  search: () => import('./search/run.ts'),
  upload: () => import('./upload/run.ts'),
  intake: () => import('./intake/run.ts'),
  timing: () => import('./timing.ts'),
  cold: () => import('./cold/run.ts'),
  distinct: () => import('./distinct/run.ts'),
  lists: () => import('./lists/run.ts'),
  cluster: () => import('./cluster/run.ts'),
  load: () => import('./load/run.ts'),
  assistant: () => import('./assistant/run.ts'),
  reports: () => import('./reports/run.ts'),
  'search-page': () => import('./search-page/run.ts'),
  patents: () => import('./patents/run.ts'),
  week: () => import('./week/run.ts'),
  scroll: () => import('./scroll/run.ts'),
  operations: () => import('./operations/run.ts'),
  facets: () => import('./facets/run.ts'),
  'facets-page': () => import('./facets-page/run.ts'),
  changes: () => import('./changes/run.ts'),
  drift: () => import('./drift/run.ts'),
  vectors: () => import('./vectors/run.ts'),
  tasks: () => import('./tasks/run.ts'),
  clients: () => import('./clients/run.ts'),
  python: () => import('./python/run.ts'),
  soak: () => import('./soak/run.ts'),
  connections: () => import('./connections/run.ts'),
  merging: () => import('./merging/run.ts'),
  webhooks: () => import('./webhooks/run.ts'),
};

const [name = '', ...options] = process.argv.slice(2);
const load = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined;
if (!load) {
  console.error(`Usage: npm run bench -- ${Object.keys(benchmarks).join('|')} [--json] [options]`);
  process.exit(2);
}
await (await load()).run(options);
