import { SqliteFile } from '#local/aws/sqlite-file.ts';

export type Status = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT';

/** One execution. Its definition is kept, so that a changed template does not change what runs. */
export interface Execution {
  arn: string;
  machineArn: string;
  name: string;
  status: Status;
  /** JSON, as it was given. */
  input: string;
  definition: string;
  roleArn: string;
  startedAt: number;
  stoppedAt?: number;
  output?: string;
  error?: string;
  cause?: string;
}

const schema = `
  CREATE TABLE executions (arn TEXT PRIMARY KEY, machine TEXT NOT NULL, status TEXT NOT NULL,
    started_at INTEGER NOT NULL, document TEXT NOT NULL) WITHOUT ROWID;`;

/** AWS keeps the history of a closed execution for 90 days. */
const keptMs = 90 * 86400e3;

/** Executions on disk: their input while they run, and how they ended. */
export class ExecutionStore {
  readonly #db: SqliteFile;

  constructor(file: string, now: number) {
    this.#db = new SqliteFile(file, 1, schema);
    const forget = "DELETE FROM executions WHERE status <> 'RUNNING' AND started_at < ?";
    this.#db.prepare(forget).run(now - keptMs);
  }

  close(): void {
    this.#db.close();
  }

  /** Adds or replaces an execution. */
  put(execution: Execution): void {
    const { arn, machineArn, status, startedAt } = execution;
    const statement = 'INSERT OR REPLACE INTO executions VALUES (?, ?, ?, ?, ?)';
    this.#db.prepare(statement).run(arn, machineArn, status, startedAt, JSON.stringify(execution));
  }

  get(arn: string): Execution | undefined {
    const row = this.#db.prepare('SELECT document FROM executions WHERE arn = ?').get(arn);
    return row && JSON.parse(String(row.document));
  }

  running(): Execution[] {
    const rows = this.#db.prepare('SELECT document FROM executions WHERE status = ?');
    return rows.all('RUNNING').map((row) => JSON.parse(String(row.document)));
  }
}
