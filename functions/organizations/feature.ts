import type { Feature } from '#core/feature.ts';

export const organizations = {
  stack: 'Accounts',
  endpoints: {
    'create-management-key': {},
    'create-organization': {},
    'delete-management-key': {},
    'get-management-caller': {},
    'create-user': {},
    'get-organization': {},
    'get-user': {},
    'list-audit': {},
    'list-management-keys': {},
    'list-users': {},
    'remove-user': {},
    'require-second-factor': {},
    'update-organization': {},
    'update-user': {},
  },
  jobs: {},
} as const satisfies Feature;
