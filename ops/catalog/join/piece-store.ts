import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { CitingDocument, PatentDocument } from '#shared/patent-document.ts';
import { type DocumentChange, hashOf } from '#shared/patent-document-key.ts';
import { applicationKey, citationLinks } from '#shared/patent-links.ts';
import { stemOfUcid } from '#shared/patent-versions.ts';
import { familyKeys } from './family-key.ts';
import { aboutUcid, isDocument, type PatentPiece, servedSource } from './piece.ts';

/** Where a piece was read. */
interface PieceOrigin {
  readonly file: string;
  readonly entry?: string;
  readonly offset: number;
}

export interface StoredPiece extends PatentPiece, PieceOrigin {
  readonly id: number;
}

/** What is linked from one number, ready for the files of links. */
export interface NumberLinks {
  readonly number: string;
  readonly cited_by: CitingDocument[];
  readonly publications: string[];
}

export type FamilyMember = NonNullable<PatentDocument['family']>[number];

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS pieces (
    id INTEGER PRIMARY KEY, record INTEGER NOT NULL, about TEXT NOT NULL, json BLOB NOT NULL);
  CREATE INDEX IF NOT EXISTS pieces_record ON pieces (record);
  CREATE INDEX IF NOT EXISTS pieces_about ON pieces (about);
  CREATE TABLE IF NOT EXISTS documents (
    ucid TEXT PRIMARY KEY, piece INTEGER NOT NULL, title TEXT, date TEXT) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS documents_piece ON documents (piece);
  CREATE TABLE IF NOT EXISTS keys (
    key TEXT NOT NULL, ucid TEXT NOT NULL, piece INTEGER NOT NULL, PRIMARY KEY (key, ucid)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS family_ids (
    ucid TEXT PRIMARY KEY, family_id TEXT NOT NULL, piece INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS links (
    hash INTEGER NOT NULL, number TEXT NOT NULL, ucid TEXT NOT NULL, json TEXT NOT NULL,
    PRIMARY KEY (number, ucid, json)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS served (ucid TEXT PRIMARY KEY, piece INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS dropped (
    hash INTEGER NOT NULL, number TEXT NOT NULL, ucid TEXT NOT NULL, PRIMARY KEY (number, ucid)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS changes (
    ucid TEXT PRIMARY KEY, hash INTEGER NOT NULL, json TEXT NOT NULL) WITHOUT ROWID;`;

/** Some 60 KB when compressed. */
const LINKS_IN_A_FILE = 2000;
const MAX_DIGITS = 5;
/** A family of more members is not one that somebody looks through. */
const MAX_MEMBERS = 200;

/**
 * What a load has read of patents until it is written: pieces by the documents that they are about, in a SQLite database
 * of the work folder. So pieces find each other in any order, in bounded memory. Nothing is kept before `commit`.
 */
export class PieceStore {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #statements;
  #pieces: number;
  /** Bytes that were added since the last commit. */
  uncommittedBytes = 0;

  /** @param pieces number of pieces that are kept of an existing database; the others were added after the checkpoint */
  constructor(path: string, pieces: number) {
    this.#path = path;
    this.#pieces = pieces;
    if (pieces === 0) removeDatabase(path);
    this.#database = new DatabaseSync(path);
    this.#database.exec(schema);
    this.#database.exec(`
      DELETE FROM pieces WHERE id > ${pieces};
      DELETE FROM documents WHERE piece > ${pieces};
      DELETE FROM keys WHERE piece > ${pieces};
      DELETE FROM family_ids WHERE piece > ${pieces};
      DELETE FROM served WHERE piece > ${pieces};
      BEGIN`);
    const prepare = (sql: string) => this.#database.prepare(sql);
    this.#statements = {
      addPiece: prepare('INSERT INTO pieces (id, record, about, json) VALUES (?, ?, ?, ?)'),
      addDocument: prepare(
        `INSERT INTO documents VALUES (?, ?, ?, ?) ON CONFLICT (ucid) DO NOTHING`,
      ),
      addKey: prepare('INSERT INTO keys VALUES (?, ?, ?) ON CONFLICT DO NOTHING'),
      addFamilyId: prepare('INSERT INTO family_ids VALUES (?, ?, ?) ON CONFLICT DO NOTHING'),
      familyId: prepare('SELECT family_id FROM family_ids WHERE ucid = ?'),
      addLink: prepare('INSERT INTO links VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING'),
      citing: prepare(`SELECT count(*) AS n FROM links WHERE number = ? AND json <> ''`),
      dropLinks: prepare('DELETE FROM links WHERE number = ? AND ucid = ?'),
      about: prepare('SELECT id, json FROM pieces WHERE about = ? ORDER BY id'),
      documentsAfter: prepare(
        'SELECT ucid, piece FROM documents WHERE piece > ? ORDER BY piece LIMIT 1000',
      ),
      members: prepare(
        `SELECT DISTINCT documents.ucid, documents.title, documents.date
         FROM keys JOIN documents ON documents.ucid = keys.ucid WHERE keys.key = ? LIMIT ?`,
      ),
      unjoinedAfter: prepare(
        `SELECT id, json, (SELECT count(*) FROM pieces WHERE record = first.id) AS pieces
         FROM pieces AS first WHERE id > ? AND record = id AND NOT EXISTS (
           SELECT 1 FROM pieces WHERE record = first.id AND (
             EXISTS (SELECT 1 FROM documents WHERE about = 'u:' || ucid)
             OR EXISTS (
               SELECT 1 FROM keys JOIN documents ON documents.ucid = keys.ucid WHERE keys.key = about)))
         ORDER BY id LIMIT 100`,
      ),
    };
  }

  /** Takes the pieces of a record. Returns how many documents begin with them. */
  add(pieces: readonly PatentPiece[], origin: PieceOrigin): number {
    const record = this.#pieces + 1;
    return pieces.filter((piece) => this.#add(piece, record, origin)).length;
  }

  #add(piece: PatentPiece, record: number, { file, entry, offset }: PieceOrigin): boolean {
    const json = gzipSync(JSON.stringify({ ...piece, file, entry, offset }), { level: 1 });
    const id = ++this.#pieces;
    this.#statements.addPiece.run(id, record, piece.about, json);
    this.uncommittedBytes += json.length;
    if (!piece.about.startsWith('u:')) return false;
    const ucid = piece.about.slice(2);
    const { parts } = piece;
    if (piece.source === servedSource) {
      this.#database.prepare('INSERT OR REPLACE INTO served VALUES (?, ?)').run(ucid, id);
    }
    for (const key of familyKeys(parts)) this.#statements.addKey.run(key, ucid, id);
    if (parts.family_id) this.#statements.addFamilyId.run(ucid, parts.family_id, id);
    const application = applicationKey(parts.application_number ?? '');
    if (application) this.#statements.addKey.run(`a:${application}`, ucid, id);
    if (!isDocument(piece)) return false;
    this.#statements.addKey.run(`n:${stemOfUcid(ucid)}`, ucid, id);
    const date = parts.publication_date ?? null;
    return this.#statements.addDocument.run(ucid, id, parts.title!, date).changes > 0;
  }

  /** Number of pieces so far. */
  get pieces(): number {
    return this.#pieces;
  }

  /** Keeps what was added. */
  commit(): void {
    this.#database.exec('COMMIT; BEGIN');
    this.uncommittedBytes = 0;
  }

  /** UCIDs of the documents in the order of their first pieces, after one of these. */
  *documentsAfter(piece: number): Generator<{ ucid: string; piece: number }> {
    for (let after = piece; ; ) {
      const rows = this.#statements.documentsAfter.all(after);
      for (const row of rows) {
        after = Number(row.piece);
        yield { ucid: String(row.ucid), piece: after };
      }
      if (rows.length === 0) return;
    }
  }

  /** Pieces that name the publication itself, in the order of reading. */
  piecesOf = (ucid: string): StoredPiece[] => this.#piecesAbout(aboutUcid(ucid));

  /** What records say about a publication by its number or application. */
  recordsOf(ucid: string, application: string | undefined): StoredPiece[] {
    const key = applicationKey(application ?? '');
    return [
      ...this.#piecesAbout(`n:${stemOfUcid(ucid)}`),
      ...(key ? this.#piecesAbout(`a:${key}`) : []),
    ].sort((a, b) => a.id - b.id);
  }

  #piecesAbout = (about: string): StoredPiece[] => this.#statements.about.all(about).map(toPiece);

  /** The first piece of each record that no document of this load takes, after one of these, and how many it has. */
  *unjoinedAfter(piece: number): Generator<StoredPiece & { pieces: number }> {
    for (let after = piece; ; ) {
      const rows = this.#statements.unjoinedAfter.all(after);
      for (const row of rows) {
        after = Number(row.id);
        yield { ...toPiece(row), pieces: Number(row.pieces) };
      }
      if (rows.length === 0) return;
    }
  }

  /** Other documents of the family, by their UCIDs. */
  familyOf(document: PatentDocument): FamilyMember[] {
    const found = new Map<string, FamilyMember>();
    for (const key of familyKeys(document)) {
      for (const { ucid, title, date } of this.#statements.members.all(key, MAX_MEMBERS)) {
        found.set(String(ucid), {
          ucid: String(ucid),
          ...(date && { date: String(date) }),
          ...(title && { title: String(title).slice(0, 1000) }),
        });
      }
    }
    found.delete(document.ucid);
    return [...found.values()].sort((a, b) => (a.ucid < b.ucid ? -1 : 1));
  }

  /**
   * What the publications of one invention have in common: the family id of one of them, or the first of their numbers where no
   * source gives an id. Empty if no other publication is known.
   */
  familyName({ ucid, family_id, family = [] }: PatentDocument): string {
    if (family_id) return family_id;
    if (family.length === 0) return '';
    const others = family.map((member) => member.ucid);
    const ids = others.flatMap((one) => this.#statements.familyId.get(one)?.family_id ?? []);
    const [first] = ids.length > 0 ? ids.map(String).sort() : [ucid, ...others].sort();
    return first!;
  }

  /** UCIDs of the documents of a number without kind code. */
  documentsOfNumber = (stem: string): string[] =>
    this.#statements.members.all(`n:${stem}`, MAX_MEMBERS).map(({ ucid }) => String(ucid));

  /** Notes what a document cites, and its application. A document that is added again replaces its links. */
  link(document: PatentDocument): void {
    const add = (number: string, json: string) => {
      this.#statements.dropLinks.run(number, document.ucid);
      const hash = Number.parseInt(hashOf(number), 16);
      this.#statements.addLink.run(hash, number, document.ucid, json);
    };
    for (const [cited, citing] of citationLinks(document)) add(cited, JSON.stringify(citing));
    const application = applicationKey(document.application_number ?? '');
    if (application) add(application, '');
    for (const key of familyKeys(document)) add(key, '');
  }

  /** How many of the linked documents cite a number without kind code. */
  citing = (stem: string): number => Number(this.#statements.citing.get(stem)!.n);

  /** All links, by the file that they belong to, and how many hexadecimal digits the names of the files have. */
  filedLinks(): [digits: number, links: Generator<NumberLinks & { file: number }>] {
    const { n } = this.#database.prepare('SELECT count(*) AS n FROM links').get()!;
    const files = Math.max(1, Number(n) / LINKS_IN_A_FILE);
    const digits = Math.min(MAX_DIGITS, Math.ceil(Math.log2(files) / 4));
    return [digits, this.#links(digits)];
  }

  /** Links of one file. */
  linksOfFile = (file: number, digits: number) => this.#links(digits, file);

  *#links(digits: number, only?: number): Generator<NumberLinks & { file: number }> {
    const mask = 16 ** digits - 1;
    const which = only === undefined ? '' : `WHERE hash & ${mask} = ${only}`;
    const rows = this.#database
      .prepare(
        `SELECT hash & ${mask} AS file, number, json, ucid FROM links ${which} ORDER BY 1, number, ucid`,
      )
      .iterate();
    let open: (NumberLinks & { file: number }) | undefined;
    for (const { file, number, json, ucid } of rows) {
      if (open?.number !== number) {
        if (open) yield open;
        open = { file: Number(file), number: String(number), cited_by: [], publications: [] };
      }
      if (json === '') open!.publications.push(String(ucid));
      else open!.cited_by.push(JSON.parse(String(json)));
    }
    if (open) yield open;
  }

  /** All that pieces up to one are about, and the applications and families of their documents. */
  *keysUpTo(piece: number): Generator<string> {
    const page = this.#database.prepare(
      `SELECT key FROM (
         SELECT about AS key FROM pieces WHERE id <= ?1
         UNION SELECT key FROM keys WHERE piece <= ?1 AND key GLOB '[afp]:*')
       WHERE key > ?2 ORDER BY key LIMIT 500`,
    );
    for (let after = ''; ; ) {
      const rows = page.all(piece, after);
      for (const row of rows) {
        after = String(row.key);
        yield after;
      }
      if (rows.length === 0) return;
    }
  }

  hasServed(ucid: string): boolean {
    return Boolean(this.#database.prepare('SELECT 1 FROM served WHERE ucid = ?').get(ucid));
  }

  /** The document as it serves before a delivery. */
  servedOf(ucid: string): PatentDocument | undefined {
    const served = this.#database
      .prepare('SELECT json FROM served JOIN pieces ON id = piece WHERE ucid = ?')
      .get(ucid);
    return served && ({ ...toPiece(served).parts, ucid } as PatentDocument);
  }

  /** Documents of an application as they serve before a delivery. */
  servedOfApplication(application: string): PatentDocument[] {
    return this.#database
      .prepare(
        'SELECT served.ucid FROM keys JOIN served ON served.ucid = keys.ucid WHERE key = ? ORDER BY 1',
      )
      .all(`a:${application}`)
      .flatMap(({ ucid }) => this.servedOf(String(ucid)) ?? []);
  }

  /** Notes that a served document no longer cites a number, unless it is linked again. */
  drop(number: string, ucid: string): void {
    const hash = Number.parseInt(hashOf(number), 16);
    this.#database
      .prepare('INSERT OR IGNORE INTO dropped VALUES (?, ?, ?)')
      .run(hash, number, ucid);
  }

  noteChange(change: DocumentChange): void {
    const hash = Number.parseInt(hashOf(stemOfUcid(change.ucid)), 16);
    this.#database
      .prepare('INSERT OR REPLACE INTO changes VALUES (?, ?, ?)')
      .run(change.ucid, hash, JSON.stringify(change));
  }

  changes(): DocumentChange[] {
    const rows = this.#database.prepare('SELECT json FROM changes ORDER BY ucid').all();
    return rows.map(({ json }) => JSON.parse(String(json)));
  }

  dropped(file: number, digits: number): { number: string; ucid: string }[] {
    const rows = this.#database
      .prepare('SELECT number, ucid FROM dropped WHERE hash & ? = ? ORDER BY number, ucid')
      .all(16 ** digits - 1, file);
    return rows.map(({ number, ucid }) => ({ number: String(number), ucid: String(ucid) }));
  }

  changedUcids(file: number, digits: number): string[] {
    return this.#database
      .prepare('SELECT ucid FROM changes WHERE hash & ? = ? ORDER BY ucid')
      .all(16 ** digits - 1, file)
      .map(({ ucid }) => String(ucid));
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  discard(): void {
    this.close();
    removeDatabase(this.#path);
  }
}

function toPiece({ id, json }: Record<string, unknown>): StoredPiece {
  return { ...JSON.parse(gunzipSync(json as Uint8Array).toString()), id: Number(id) };
}

function removeDatabase(path: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(`${path}${ending}`, { force: true });
}
