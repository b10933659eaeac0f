import { SqliteFile } from '#local/aws/sqlite-file.ts';
import { type Session, signInNameOf, type User } from './user.ts';

/*
 * users       one document per user; `sign_in_name` is the e-mail address in small letters, unique in its pool
 * sessions    refresh tokens by hash; a revoked session is a deleted one
 * challenges  unfinished sign-ins, single use
 * codes       one pending code per user and purpose, as HMAC
 * attempts    failures, for lock-out
 */
const schema = `
  CREATE TABLE users (pool TEXT, username TEXT, sign_in_name TEXT NOT NULL, document TEXT NOT NULL,
    PRIMARY KEY (pool, username), UNIQUE (pool, sign_in_name)) WITHOUT ROWID;
  CREATE TABLE sessions (id TEXT PRIMARY KEY, token_hash TEXT NOT NULL UNIQUE, pool TEXT, username TEXT,
    document TEXT NOT NULL, expires_at INTEGER) WITHOUT ROWID;
  CREATE INDEX sessions_by_user ON sessions (pool, username);
  CREATE TABLE challenges (id TEXT PRIMARY KEY, document TEXT NOT NULL, expires_at INTEGER) WITHOUT ROWID;
  CREATE TABLE codes (pool TEXT, username TEXT, purpose TEXT, hash TEXT, expires_at INTEGER,
    PRIMARY KEY (pool, username, purpose)) WITHOUT ROWID;
  CREATE TABLE attempts (key TEXT PRIMARY KEY, count INTEGER, blocked_until INTEGER, forget_at INTEGER) WITHOUT ROWID;`;

export type CodePurpose = 'sign-up' | 'forgot-password' | 'verify-email';

/** Everything that Cognito stores between calls. Each method is one durable step. */
export class CognitoStore {
  readonly #db: SqliteFile;

  constructor(file: string) {
    this.#db = new SqliteFile(file, 1, schema);
  }

  close(): void {
    this.#db.close();
  }

  /** Adds a user; false when the username or sign-in name is taken. */
  addUser(user: User): boolean {
    const statement = 'INSERT OR IGNORE INTO users VALUES (?, ?, ?, ?)';
    const { poolId, username } = user;
    return this.#run(statement, poolId, username, signInNameOf(user), JSON.stringify(user)) > 0;
  }

  /** Replaces the stored user. */
  putUser(user: User): void {
    const statement = 'UPDATE users SET document = ? WHERE pool = ? AND username = ?';
    this.#run(statement, JSON.stringify(user), user.poolId, user.username);
  }

  /** Finds by username or by sign-in name. */
  findUser(poolId: string, username: string, signInName: string): User | undefined {
    const statement =
      'SELECT document FROM users WHERE pool = ?1 AND (username = ?2 OR sign_in_name = ?3)';
    return this.#document(statement, poolId, username, signInName);
  }

  /** Finds by username alone, which never changes. */
  user(poolId: string, username: string): User | undefined {
    const statement = 'SELECT document FROM users WHERE pool = ? AND username = ?';
    return this.#document(statement, poolId, username);
  }

  /** All users of a pool by username. */
  users(poolId: string): User[] {
    const statement = 'SELECT document FROM users WHERE pool = ? ORDER BY username';
    const rows = this.#db.prepare(statement).all(poolId);
    return rows.map((row) => JSON.parse(String(row.document)));
  }

  /** Removes a user with their sessions, challenges and codes. */
  deleteUser(poolId: string, username: string): void {
    this.#db.transaction(() => {
      for (const table of ['users', 'sessions', 'codes']) {
        this.#run(`DELETE FROM ${table} WHERE pool = ? AND username = ?`, poolId, username);
      }
    });
  }

  addSession(session: Session, now: number): void {
    this.#run('DELETE FROM sessions WHERE expires_at < ?', now);
    this.#run(
      'INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?)',
      session.id,
      session.tokenHash,
      session.poolId,
      session.username,
      JSON.stringify(session),
      session.expiresAt,
    );
  }

  sessionById(id: string): Session | undefined {
    return this.#document('SELECT document FROM sessions WHERE id = ?', id);
  }

  /** By one of its refresh tokens. */
  sessionByToken(tokenHash: string): Session | undefined {
    return this.#document(
      `SELECT document FROM sessions WHERE token_hash = ? OR EXISTS
         (SELECT 1 FROM json_each(document, '$.others') WHERE json_extract(value, '$.tokenHash') = ?)`,
      tokenHash,
      tokenHash,
    );
  }

  replaceToken(session: Session): void {
    this.#run(
      'UPDATE sessions SET token_hash = ?, document = ? WHERE id = ?',
      session.tokenHash,
      JSON.stringify(session),
      session.id,
    );
  }

  deleteSession(id: string): void {
    this.#run('DELETE FROM sessions WHERE id = ?', id);
  }

  deleteSessionsOf(poolId: string, username: string): void {
    this.#run('DELETE FROM sessions WHERE pool = ? AND username = ?', poolId, username);
  }

  addChallenge(id: string, challenge: object, expiresAt: number, now: number): void {
    this.#run('DELETE FROM challenges WHERE expires_at < ?', now);
    const statement = 'INSERT INTO challenges VALUES (?, ?, ?)';
    this.#run(statement, id, JSON.stringify(challenge), expiresAt);
  }

  challenge<T>(id: string, now: number): T | undefined {
    const statement = 'SELECT document FROM challenges WHERE id = ? AND expires_at >= ?';
    return this.#document(statement, id, now);
  }

  /**
   * Deletes a challenge, so that it cannot be answered twice. False if another call has deleted it before.
   */
  deleteChallenge(id: string): boolean {
    return this.#run('DELETE FROM challenges WHERE id = ?', id) > 0;
  }

  putCode(user: User, purpose: CodePurpose, hash: string, expiresAt: number, now: number): void {
    this.#run('DELETE FROM codes WHERE expires_at < ?', now);
    const statement = 'INSERT OR REPLACE INTO codes VALUES (?, ?, ?, ?, ?)';
    this.#run(statement, user.poolId, user.username, purpose, hash, expiresAt);
  }

  code(user: User, purpose: CodePurpose): { hash: string; expiresAt: number } | undefined {
    const row = this.#db
      .prepare('SELECT hash, expires_at FROM codes WHERE pool = ? AND username = ? AND purpose = ?')
      .get(user.poolId, user.username, purpose);
    return row && { hash: String(row.hash), expiresAt: Number(row.expires_at) };
  }

  deleteCode(user: User, purpose: CodePurpose): void {
    const statement = 'DELETE FROM codes WHERE pool = ? AND username = ? AND purpose = ?';
    this.#run(statement, user.poolId, user.username, purpose);
  }

  attempts(key: string, now: number): { count: number; blockedUntil: number } {
    this.#run('DELETE FROM attempts WHERE forget_at < ?', now);
    const row = this.#db.prepare('SELECT * FROM attempts WHERE key = ?').get(key);
    return { count: Number(row?.count ?? 0), blockedUntil: Number(row?.blocked_until ?? 0) };
  }

  putAttempts(key: string, count: number, blockedUntil: number, forgetAt: number): void {
    const statement = 'INSERT OR REPLACE INTO attempts VALUES (?, ?, ?, ?)';
    this.#run(statement, key, count, blockedUntil, forgetAt);
  }

  clearAttempts(key: string): void {
    this.#run('DELETE FROM attempts WHERE key = ?', key);
  }

  #run(statement: string, ...values: (string | number)[]): number {
    return Number(this.#db.prepare(statement).run(...values).changes);
  }

  #document<T>(statement: string, ...values: (string | number)[]): T | undefined {
    const row = this.#db.prepare(statement).get(...values);
    return row && JSON.parse(String(row.document));
  }
}
