import type { Feature } from '#core/feature.ts';

export const site = {
  stack: 'Search',
  endpoints: {
    'get-config': { stack: 'Edge' },
    'get-docs-markdown': {},
    'get-health': { stack: 'Edge' },
    'get-index-docs': {},
    'get-index-openapi': {},
    'get-llms-txt': {},
    'get-openapi': { stack: 'Edge' },
    'get-robots-txt': {},
    'get-sitemap': {},
  },
  jobs: {
    'answer-unknown-path': {
      stack: 'Accounts',
      trigger: 'no-route',
      memoryMb: 256,
      timeoutSeconds: 5,
    },
  },
} as const satisfies Feature;
