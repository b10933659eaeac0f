import { generatedDataset } from '../corpus/dataset.ts';
import type { TextPeer, TextQuery } from '../text/peer.ts';
import { readFloats, vectorAt, WIDTH } from '../vectors/vector-set.ts';
import { readDocuments } from './read-documents.ts';
import { blob, openDatabase } from './sqlite-database.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** An FTS5 query for any of the words of a text. */
const anyOf = (text: string) =>
  text
    .split(' ')
    .map((word) => `"${word}"`)
    .join(' OR ');

/** The constant of reciprocal rank fusion (Cormack, Clarke, Büttcher 2009). */
const RANK_OFFSET = 60;

/** Merges ranked lists of ids by the sum of their reciprocal ranks. */
function fuse(lists: readonly (readonly string[])[], limit: number): string[] {
  const scores = new Map<string, number>();
  for (const list of lists) {
    list.forEach((id, rank) => {
      scores.set(id, (scores.get(id) ?? 0) + 1 / (RANK_OFFSET + rank));
    });
  }
  const best = [...scores].sort((a, b) => b[1] - a[1]).slice(0, limit);
  return best.map(([id]) => id);
}

/** FTS5 with Porter's stemmer, ranked by BM25. With `hybrid`, fused with sqlite-vec's exact scan. */
export async function openSqlite(hybrid: boolean): Promise<TextPeer> {
  const folder = temporaryFolder();
  const database = openDatabase(folder.file('db'));
  database.exec(`create table rows(number integer primary key, id text, section text);
    create virtual table texts using fts5(title, text, tokenize = 'porter unicode61');
    create virtual table vectors using vec0(
      vector float[${WIDTH}] distance_metric=cosine, section text)`);
  const [lexical, lexicalIn] = ['', 'and section = ?'].map((filter) =>
    database.prepare(`select id from texts join rows on number = texts.rowid
      where texts match ? ${filter} order by rank limit ?`),
  );
  const [nearest, nearestIn] = ['', 'and section = ?'].map((filter) =>
    database.prepare(`with near as (
        select rowid, distance from vectors where vector match ? ${filter} and k = ?)
      select id from near join rows on number = near.rowid order by distance`),
  );
  const ids = (found: readonly { id?: unknown }[]) => found.map(({ id }) => id as string);
  const search = ({ text, vector, section }: TextQuery, limit: number) => {
    const filter = section ? [section] : [];
    const byWords = ids((section ? lexicalIn : lexical)!.all(anyOf(text), ...filter, limit));
    if (!hybrid) return byWords;
    const byVector = (section ? nearestIn : nearest)!.all(blob(vector!), ...filter, limit);
    return fuse([byWords, ids(byVector)], limit);
  };
  return {
    build: async (count, set) => {
      const vectors = hybrid ? readFloats(set!, 'rows') : null;
      const addRow = database.prepare('insert into rows values (?, ?, ?)');
      const addText = database.prepare('insert into texts(rowid, title, text) values (?, ?, ?)');
      const addVector = database.prepare(
        'insert into vectors(rowid, vector, section) values (?, ?, ?)',
      );
      database.exec('begin');
      let number = 0;
      const { csv } = await generatedDataset(count);
      for await (const { id, title, text, section } of readDocuments(csv)) {
        addRow.run(number, id, section);
        addText.run(number, title, text);
        if (vectors) addVector.run(BigInt(number), blob(vectorAt(vectors, number)), section);
        number++;
      }
      database.exec(`insert into texts(texts) values ('optimize');
        create index sections on rows(section); commit`);
    },
    search: async (query, limit) => search(query, limit),
    sizeBytes: folder.sizeBytes,
  };
}
