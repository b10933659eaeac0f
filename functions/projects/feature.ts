import type { Feature } from '#core/feature.ts';

export const projects = {
  stack: 'Reports',
  endpoints: {
    'add-project-entry': {},
    'create-project': {},
    'delete-project': {},
    'get-project': {},
    'list-projects': {},
    'remove-project-entry': {},
    'update-project': {},
  },
  jobs: {},
} as const satisfies Feature;
