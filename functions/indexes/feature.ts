import type { Feature } from '#core/feature.ts';

const step = { stack: 'Indexing', trigger: { workflow: 'IndexBuild' } } as const;
/** Memory for one segment's columns and postings, which includes two vCPUs, and Lambda's longest timeout. */
const heavyStep = { ...step, memoryMb: 3008, timeoutSeconds: 900 };
const lightStep = { ...step, timeoutSeconds: 30 };

export const indexes = {
  stack: 'Search',
  endpoints: {
    'cancel-build': {},
    'create-index': {},
    'create-index-key': {},
    'create-search-key': {},
    'delete-index': {},
    'delete-index-key': {},
    // Previews of workbooks and Parquet files expand megabytes before their first row.
    'get-dataset-files': { memoryMb: 1769, timeoutSeconds: 29 },
    'get-index-quality': {},
    'list-index-keys': {},
    'list-index-rejects': {},
    'list-index-synonyms': {},
    'list-indexes': {},
    'rebuild-index': {},
    'rotate-index-key': {},
    'update-index-synonyms': {},
  },
  jobs: {
    'build-segment': heavyStep,
    'fail-build': lightStep,
    'load-catalog': { stack: 'Indexing', trigger: 'operator', timeoutSeconds: 120 },
    'load-segment': heavyStep,
    'notify-build': lightStep,
    'plan-build': { ...step, memoryMb: 1769, timeoutSeconds: 900 },
    'publish-index': heavyStep,
    'scan-part': { ...step, memoryMb: 1769, timeoutSeconds: 900 },
    'sweep-builds': {
      stack: 'Indexing',
      trigger: { everyMinutes: 15 },
      // While indexes of an earlier format wait to be built again, it starts one whenever another is through.
      timeoutSeconds: 900,
    },
    'train-model': heavyStep,
  },
} as const satisfies Feature;
