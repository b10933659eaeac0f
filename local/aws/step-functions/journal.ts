import { SqliteFile } from '#local/aws/sqlite-file.ts';
import type { Json } from '#local/aws/step-functions/json-path.ts';

export type Status = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';

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

/** Where a sequence of states (the execution itself, a branch, a Map item) has got to. */
export interface Frame {
  state: string;
  input: Json;
  enteredAt: number;
  /** Attempts made by each retrier of the state. */
  retries: number[];
  /** When a waiting or retrying state goes on. */
  dueAt?: number;
  /** Set when the sequence has ended. */
  output?: Json;
}

const schema = `
  CREATE TABLE executions (arn TEXT PRIMARY KEY, machine TEXT NOT NULL, status TEXT NOT NULL,
    started_at INTEGER NOT NULL, document TEXT NOT NULL) WITHOUT ROWID;
  CREATE INDEX executions_by_machine ON executions (machine, started_at);
  CREATE TABLE frames (execution TEXT, path TEXT, document TEXT NOT NULL,
    PRIMARY KEY (execution, path)) WITHOUT ROWID;`;

/** AWS keeps the history of a closed execution for 90 days. */
const keptMs = 90 * 86400e3;

/**
 * What executions have done so far. Each transition is one transaction, so that a killed process goes
 * on with the last completed state. The path of a frame starts with that of the frame it is part of.
 */
export class Journal {
  readonly #db: SqliteFile;

  constructor(file: string, now: number) {
    this.#db = new SqliteFile(file, 1, schema);
    const forget = "DELETE FROM executions WHERE status <> 'RUNNING' AND started_at < ?";
    this.#db.prepare(forget).run(now - keptMs);
  }

  close(): void {
    this.#db.close();
  }

  addExecution(execution: Execution): void {
    const { arn, machineArn, status, startedAt } = execution;
    const statement = 'INSERT INTO executions VALUES (?, ?, ?, ?, ?)';
    this.#db.prepare(statement).run(arn, machineArn, status, startedAt, JSON.stringify(execution));
  }

  execution(arn: string): Execution | undefined {
    const row = this.#db.prepare('SELECT document FROM executions WHERE arn = ?').get(arn);
    return row && JSON.parse(String(row.document));
  }

  /** Executions of one machine, newest first. */
  executionsOf(machineArn: string): Execution[] {
    const statement =
      'SELECT document FROM executions WHERE machine = ? ORDER BY started_at DESC, arn';
    return this.#documents(statement, machineArn);
  }

  running(): Execution[] {
    return this.#documents('SELECT document FROM executions WHERE status = ?', 'RUNNING');
  }

  /** Ends an execution; its frames are no longer needed. */
  finishExecution(execution: Execution): void {
    const update = 'UPDATE executions SET status = ?, document = ? WHERE arn = ?';
    this.#db.transaction(() => {
      this.#db.prepare(update).run(execution.status, JSON.stringify(execution), execution.arn);
      this.#db.prepare('DELETE FROM frames WHERE execution = ?').run(execution.arn);
    });
  }

  frame(execution: string, path: string): Frame | undefined {
    const statement = 'SELECT document FROM frames WHERE execution = ? AND path = ?';
    const row = this.#db.prepare(statement).get(execution, path);
    return row && JSON.parse(String(row.document));
  }

  /** Notes where a frame is. What its previous state was made of (branches, items) is forgotten. */
  putFrame(execution: string, path: string, frame: Frame): void {
    const put = 'INSERT OR REPLACE INTO frames VALUES (?, ?, ?)';
    // '0' is the character after '/': the range holds everything below the path.
    const drop = 'DELETE FROM frames WHERE execution = ? AND path >= ? AND path < ?';
    this.#db.transaction(() => {
      this.#db.prepare(drop).run(execution, `${path}/`, `${path}0`);
      this.#db.prepare(put).run(execution, path, JSON.stringify(frame));
    });
  }

  #documents(statement: string, value: string): Execution[] {
    return this.#db
      .prepare(statement)
      .all(value)
      .map((row) => JSON.parse(String(row.document)));
  }
}
