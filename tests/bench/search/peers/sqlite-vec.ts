import type { VectorPeer } from '../vectors/peer.ts';
import { vectorAt, WIDTH } from '../vectors/vector-set.ts';
import { blob, openDatabase } from './sqlite-database.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Candidates of the one-bit scan for each wanted row. sqlite-vec allows 4096 in total. */
const OVERSAMPLING = [10, 40];

/** sqlite-vec: one-bit codes with rescoring as its manual advises; the last setting is the exact scan. */
export async function openPeer(): Promise<VectorPeer> {
  const folder = temporaryFolder();
  const database = openDatabase(folder.file('db'));
  database.exec(`create virtual table rows using vec0(
    vector float[${WIDTH}] distance_metric=cosine, code bit[${WIDTH}])`);
  const rescored = database.prepare(`with near as (
      select rowid, vector from rows where code match vec_quantize_binary(?) and k = ?)
    select rowid from near order by vec_distance_cosine(vector, ?) limit ?`);
  const exact = database.prepare('select rowid from rows where vector match ? and k = ?');
  return {
    settings: [...OVERSAMPLING.map((factor) => `1 bit, ${factor} × rescored`), 'exact f32'],
    build: async (rows) => {
      const insert = database.prepare(
        'insert into rows(rowid, vector, code) values (?, ?, vec_quantize_binary(?))',
      );
      database.exec('begin');
      for (let row = 0; row < rows.length / WIDTH; row++) {
        const vector = blob(vectorAt(rows, row));
        insert.run(BigInt(row), vector, vector);
      }
      database.exec('commit');
    },
    search: (query, count, setting) => {
      const factor = OVERSAMPLING[setting];
      const vector = blob(query);
      const found = factor
        ? rescored.all(vector, factor * count, vector, count)
        : exact.all(vector, count);
      return found.map(({ rowid }) => rowid as number);
    },
    sizeBytes: folder.sizeBytes,
  };
}
