/** `npm run erasures`: erases again, after a restore, whom the log of erasures names. */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { type EnvironmentName, isEnvironmentName } from '#infra/environments.ts';
import { localOperatorOfShell } from '#local/operator.ts';
import { type Erasure, readErasures } from './erasures/read-erasures.ts';

const help = `Usage: npm run erasures -- repeat LOG --env NAME

Erases again everybody whom LOG names: lines of the log of erase-person, as JSON. Whom the tables do not have is left
out, so the command may be repeated. It says what it did for each person, by id. Nobody gets a mail.

  --env NAME   dev, staging, prod, or local for the stack of npm start

The AWS credentials and region are those of the shell; they must allow to invoke the function
antecede-NAME-repeat-erasure. See "Restore" in docs/operating.md.`;

async function repeat(file: string, environment: EnvironmentName): Promise<number> {
  const erasures = readErasures(await readFile(file, 'utf8'));
  const lambda = new LambdaClient(environment === 'local' ? localOperatorOfShell() : {});
  let failed = 0;
  for (const erasure of erasures) {
    try {
      console.log(`${erasure.user}: ${await repeatOne(lambda, environment, erasure)}`);
    } catch (error) {
      failed++;
      console.error(`${erasure.user}: FAILED: ${(error as Error).message}`);
    }
  }
  console.log(`${erasures.length} in the log, ${failed} failed.`);
  return failed ? 1 : 0;
}

/** What was done, in words. */
async function repeatOne(
  lambda: LambdaClient,
  environment: EnvironmentName,
  erasure: Erasure,
): Promise<string> {
  const { FunctionError, Payload } = await lambda.send(
    new InvokeCommand({
      FunctionName: `antecede-${environment}-repeat-erasure`,
      Payload: JSON.stringify(erasure),
    }),
  );
  const answer = JSON.parse(Payload?.transformToString() || '{}');
  if (FunctionError) throw new Error(answer.errorMessage ?? FunctionError);
  if (!answer.found) return 'is not in the tables.';
  const ended = erasure.org ? ` The organization ${erasure.org} ends.` : '';
  const orphaned = answer.without_admin
    ? ` The organization ${answer.without_admin} HAS NO ADMIN now.`
    : '';
  return `erased again.${ended}${orphaned}`;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { env: { type: 'string' }, help: { type: 'boolean', default: false } },
});
const [command, file] = positionals;
try {
  if (values.help) console.log(help);
  else if (command === 'repeat' && file && isEnvironmentName(values.env)) {
    process.exitCode = await repeat(file, values.env);
  } else {
    console.error(help);
    process.exitCode = 2;
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
