import { SqliteFile } from '#local/aws/sqlite-file.ts';

/** A mail as the mailbox page and its JSON show it. */
export interface StoredMail {
  /** All recipients, separated by commas. */
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  /** Those beside the usual ones, by their names. */
  headers?: Record<string, string>;
  /** ISO 8601, by the local clock. */
  date: string;
}

/** Older mails are deleted. */
const maxMails = 500;

/** Everything that was ever sent from this machine, up to the newest five hundred. */
export class Mailbox {
  readonly #db: SqliteFile;

  constructor(file: string) {
    const schema =
      'CREATE TABLE mails (id INTEGER PRIMARY KEY AUTOINCREMENT, document TEXT NOT NULL)';
    this.#db = new SqliteFile(file, 1, schema);
  }

  add(mail: StoredMail): void {
    this.#db.transaction(() => {
      const insert = this.#db.prepare('INSERT INTO mails (document) VALUES (?)');
      const { lastInsertRowid } = insert.run(JSON.stringify(mail));
      this.#db.prepare('DELETE FROM mails WHERE id <= ?').run(Number(lastInsertRowid) - maxMails);
    });
  }

  /** Those to an address, or all of them; newest first. */
  list(to = ''): StoredMail[] {
    const select = `SELECT document FROM mails WHERE instr(document ->> 'to', ?) ORDER BY id DESC`;
    return this.#db
      .prepare(select)
      .all(to)
      .map((row) => JSON.parse(String(row.document)));
  }

  close(): void {
    this.#db.close();
  }
}
