import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a function was allowed or denied, however often. */
export interface PermissionUse {
  functionName: string;
  /** The call that needed it, `dynamodb:TransactWriteItems`. A presigned request has the name of its action. */
  operation: string;
  action: string;
  /** Of what was allowed: the resource as the statement names it, wildcards included. Otherwise the resource asked for. */
  resource: string;
  isAllowed: boolean;
}

/** Keeps what the functions of this run were allowed and denied. */
export interface PermissionRecord {
  add(use: PermissionUse): void;
  /** Writes it into the folder, as a file of its own. */
  close(): void;
}

/** Opens the record of one run. `npm test` merges those of all its local clouds, see `tests/tools/permissions/`. */
export function openPermissionRecord(folder: string): PermissionRecord {
  const uses = new Map<string, PermissionUse>();
  return {
    add(use) {
      uses.set(Object.values(use).join(' '), use);
    },
    close() {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify([...uses.values()]));
    },
  };
}
