import { createWriteStream, mkdirSync, renameSync, statSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { LambdaFunction } from '#local/assembly/functions.ts';
import { openSourceLines } from './source-lines.ts';

/** The output of functions: one file for each function; the console also shows warnings and errors. */
export interface FunctionLogs {
  follow(definition: LambdaFunction, stream: Readable): void;
  /** Calls `listener` with every line of a function. */
  listen(listener: (functionName: string, line: string) => void): void;
  /** Writes one line on behalf of a function. */
  write(definition: LambdaFunction, line: string): void;
  close(): void;
}

/** A larger file is renamed to `.1` at the next start. */
const maxFileBytes = 16 * 1024 * 1024;
const loudLevel = /^(WARN|ERROR|CRITICAL|FATAL)/i;

/**
 * Opens the logs below `directory`. `report` writes one line to the console. `onFault` gets the error if a file
 * cannot be written.
 */
export function openFunctionLogs(
  directory: string,
  report: (line: string) => void,
  onFault: (error: unknown) => void,
): FunctionLogs {
  mkdirSync(directory, { recursive: true });
  const files = new Map<string, WriteStream>();
  const sourceLines = openSourceLines();
  const fileOf = (name: string): WriteStream => {
    let file = files.get(name);
    if (!file) {
      const path = join(directory, `${name}.log`);
      const sizeBytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      if (sizeBytes > maxFileBytes) renameSync(path, `${path}.1`);
      file = createWriteStream(path, { flags: 'a' });
      // A full disk must not end the host. The next line opens the file again.
      file.on('error', (error) => {
        files.delete(name);
        onFault(error);
      });
      files.set(name, file);
    }
    return file;
  };
  const listeners: ((functionName: string, line: string) => void)[] = [];
  const write = ({ name }: LambdaFunction, line: string) => {
    fileOf(name).write(`${sourceLines(line)}\n`);
    for (const hear of listeners) hear(name, line);
    const loud = loudLine(name, line);
    if (loud) report(loud);
  };
  return {
    write,
    listen(listener) {
      listeners.push(listener);
    },
    follow(definition, stream) {
      const lines = createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY });
      lines.on('line', (line) => write(definition, line));
    },
    close() {
      for (const file of files.values()) file.end();
    },
  };
}

/** The console's form of a warning or an error; undefined for lower levels. */
export function loudLine(functionName: string, line: string): string | undefined {
  let entry: Record<string, unknown>;
  try {
    entry = JSON.parse(line);
  } catch {
    return undefined;
  }
  const level = String(entry?.level ?? '');
  if (!loudLevel.test(level)) return undefined;
  const error = entry.error as { message?: string } | string | undefined;
  const reason = typeof error === 'string' ? error : error?.message;
  return [
    level.toUpperCase(),
    `${functionName}:`,
    String(entry.message ?? ''),
    reason && `(${reason})`,
    entry.requestId && `[${entry.requestId}]`,
  ]
    .filter(Boolean)
    .join(' ');
}
