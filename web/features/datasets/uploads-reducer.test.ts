import { expect, test } from 'vitest';
import { uploadsReducer } from './uploads-reducer.ts';

const file = new File(['a,b'], 'a.csv');

test('progress never exceeds the file, a retry keeps its line and starts again', () => {
  let uploads = uploadsReducer([], { type: 'start', id: '1', file });
  uploads = uploadsReducer(uploads, { type: 'start', id: '2', file });
  uploads = uploadsReducer(uploads, { type: 'progress', id: '1', sentBytes: 999 });
  expect(uploads[0]?.sentBytes).toBe(file.size);
  uploads = uploadsReducer(uploads, { type: 'end', id: '1', state: 'failed', problem: 'No' });
  expect(uploads[0]).toMatchObject({ state: 'failed', problem: 'No' });
  uploads = uploadsReducer(uploads, { type: 'start', id: '1', file });
  expect(uploads.map(({ id, state }) => [id, state])).toEqual([
    ['1', 'sending'],
    ['2', 'sending'],
  ]);
  expect(uploads[0]).toMatchObject({ sentBytes: 0 });
  expect(uploadsReducer(uploads, { type: 'dismiss', id: '1' })).toHaveLength(1);
});
