import { expect, it } from 'vitest';
import { reports } from './reports.ts';

it('has the calls of the specification', () => {
  const calls = Object.values(reports).map(({ method, path }) => `${method} ${path}`);
  expect(calls).toEqual(
    expect.arrayContaining([
      'GET /api/prior-art',
      'POST /api/prior-art',
      'GET /api/prior-art/exists',
      'GET /api/invalidation-report',
      'POST /api/invalidation-report',
      'GET /api/invalidation-report/exists',
      'GET /api/data-for-report/exists',
    ]),
  );
});
