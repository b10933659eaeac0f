import type { Feature } from '#core/feature.ts';

export const organizations = {
  stack: 'Accounts',
  endpoints: {
    'create-organization': {},
    'create-user': {},
    'get-organization': {},
    'get-user': {},
    'list-audit': {},
    'list-users': {},
    'remove-user': {},
    'require-second-factor': {},
    'update-organization': {},
    'update-user': {},
  },
  jobs: {},
} as const satisfies Feature;
