import type { Feature } from '#core/feature.ts';

export const lists = {
  stack: 'Reports',
  endpoints: {
    'add-list-item': {},
    'add-project-list': {},
    'create-list': {},
    'delete-list': {},
    'get-list': {},
    'list-lists': {},
    'rate-list-item': {},
    'remove-list-item': {},
    'update-list': {},
    'update-list-item': {},
  },
  jobs: {},
} as const satisfies Feature;
