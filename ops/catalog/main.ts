/** `npm run catalog -- …`: the operator's loader of catalogues. The npm script limits the heap, to prove that memory is bounded. */
import { readArguments, UsageError, usage } from './arguments.ts';

async function run(args: readonly string[]): Promise<void> {
  const command = readArguments(args);
  if (command.name === 'help') console.log(usage);
  else if (command.name === 'load') await (await import('./run-load.ts')).runLoad(command);
  else await (await import('./run-build.ts')).runBuild(command);
}

process.once('SIGINT', () => {
  console.error('\nStopped. Run the same command again to resume from the last checkpoint.');
  process.exit(130);
});

try {
  await run(process.argv.slice(2));
} catch (error) {
  const { message, stack } = error as Error;
  console.error(process.env.DEBUG ? stack : `\n${message}`);
  if (error instanceof UsageError) console.error('See npm run catalog -- --help.');
  process.exit(error instanceof UsageError ? 2 : 1);
}
