import type { Schedule } from '#local/aws/scheduler/schedule.ts';
import { SqliteFile } from '#local/aws/sqlite-file.ts';

/** Schedules on disk, by group and name. */
export class ScheduleStore {
  readonly #db: SqliteFile;

  constructor(file: string) {
    const schema = `CREATE TABLE schedules (grouped TEXT, name TEXT, document TEXT NOT NULL,
      PRIMARY KEY (grouped, name)) WITHOUT ROWID`;
    this.#db = new SqliteFile(file, 1, schema);
  }

  get(group: string, name: string): Schedule | undefined {
    const select = 'SELECT document FROM schedules WHERE grouped = ? AND name = ?';
    const row = this.#db.prepare(select).get(group, name);
    return row && JSON.parse(String(row.document));
  }

  all(): Schedule[] {
    const rows = this.#db.prepare('SELECT document FROM schedules ORDER BY grouped, name').all();
    return rows.map((row) => JSON.parse(String(row.document)));
  }

  put(schedule: Schedule): void {
    const insert = 'INSERT OR REPLACE INTO schedules VALUES (?, ?, ?)';
    this.#db.prepare(insert).run(schedule.group, schedule.name, JSON.stringify(schedule));
  }

  delete(group: string, name: string): void {
    this.#db.prepare('DELETE FROM schedules WHERE grouped = ? AND name = ?').run(group, name);
  }

  close(): void {
    this.#db.close();
  }
}
