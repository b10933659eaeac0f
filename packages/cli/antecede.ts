/** `antecede`: what a program, a shell or an assistant does with an index, by its key, and how programs manage indexes. */
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
  if (!(error instanceof Failure)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}
