import { SqliteFile } from '#local/aws/sqlite-file.ts';
import type { Schedule } from './schedule.ts';

/** Schedules on disk, all in the group that every account has. */
export class ScheduleStore {
  readonly #db: SqliteFile;

  constructor(file: string) {
    const schema = `CREATE TABLE schedules (grouped TEXT, name TEXT, document TEXT NOT NULL,
      PRIMARY KEY (grouped, name)) WITHOUT ROWID`;
    this.#db = new SqliteFile(file, 1, schema);
  }

  get(name: string): Schedule | undefined {
    const select = "SELECT document FROM schedules WHERE grouped = 'default' AND name = ?";
    const row = this.#db.prepare(select).get(name);
    return row && JSON.parse(String(row.document));
  }

  all(): Schedule[] {
    const rows = this.#db.prepare('SELECT document FROM schedules ORDER BY name').all();
    return rows.map((row) => JSON.parse(String(row.document)));
  }

  put(schedule: Schedule): void {
    const insert = "INSERT OR REPLACE INTO schedules VALUES ('default', ?, ?)";
    this.#db.prepare(insert).run(schedule.name, JSON.stringify(schedule));
  }

  delete(name: string): void {
    this.#db.prepare("DELETE FROM schedules WHERE grouped = 'default' AND name = ?").run(name);
  }

  close(): void {
    this.#db.close();
  }
}
