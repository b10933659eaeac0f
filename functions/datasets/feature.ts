import type { Feature } from '#core/feature.ts';

export const datasets = {
  stack: 'Search',
  endpoints: {
    'abort-cli-upload': {},
    // S3 may take minutes to join thousands of parts. The tool retries until it is done.
    'complete-cli-upload': { timeoutSeconds: 29 },
    'create-cli-upload': {},
    'create-dataset': {},
    'create-part-urls': {},
    'create-upload': {},
    'delete-dataset-file': {},
    'delete-datasets': {},
    'get-cli-upload': {},
    'list-datasets': {},
  },
  jobs: {},
} as const satisfies Feature;
