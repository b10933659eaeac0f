/** `antecede`: what a program, a shell or an assistant does with an index, by its key, and how programs manage indexes. */
import { AntecedeError } from '../sdk-js/error.ts';
import { type Command, commandHelp, readCommand } from './commands.ts';
import { exportTo } from './export.ts';
import { Failure } from './failure.ts';
import { isManageCommand, manage } from './manage.ts';
import { bridge } from './mcp.ts';
import { query } from './query.ts';
import { version } from './version.ts';

const runs: { [Name in Command['name']]: (command: Command & { name: Name }) => Promise<void> } = {
  mcp: ({ index }) => bridge({ ...index, input: process.stdin, output: process.stdout }),
  query: ({ index, request }) => query(index, request, process.stdout),
  export: ({ index, request, format, file }) => exportTo(index, request, format, file),
};

/** What the program ends with; undefined for what nobody expects. */
function failureOf(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error;
  // What the client says of its arguments.
  if (error instanceof TypeError && error.cause === undefined)
    return new Failure('usage', error.message);
  if (!(error instanceof AntecedeError)) return undefined;
  const { code, message, requestId, status } = error;
  const isBusy = status === 429 || status >= 500 || code === 'Unreachable' || code === 'TimedOut';
  const request = requestId ? ` (request ${requestId})` : '';
  const reason = isBusy && code !== 'QuotaExceeded' ? 'network' : 'refused';
  return new Failure(reason, `${code}: ${message}${request}`);
}

async function main(): Promise<void> {
  const [name, ...args] = process.argv.slice(2);
  if (isManageCommand(name) && !args.some((arg) => arg === '--help' || arg === '-h')) {
    const result = await manage(name, args, process.env);
    const isText = typeof result === 'string';
    process.stdout.write(isText ? result : `${JSON.stringify(result, null, 2)}\n`);
    return;
  }
  const command = await readCommand(process.argv.slice(2), process.env);
  if (command === 'help') process.stdout.write(commandHelp);
  else if (command === 'version') console.log(version);
  else await runs[command.name](command as never);
}

try {
  await main();
} catch (error) {
  const failure = failureOf(error);
  if (!failure) throw error;
  console.error(failure.message);
  process.exitCode = failure.exitCode;
}
