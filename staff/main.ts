/** `npm run staff`: makes people staff of the provider, who see the admin portal. */
import { parseArgs } from 'node:util';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { isEnvironmentName } from '#infra/environments.ts';
import { localOperatorOfShell } from '#local/operator.ts';

const help = `Usage: npm run staff -- grant|revoke ADDRESS --env NAME

grant makes the person with this address staff, who see and do what /admin offers; revoke ends that with
the next request. The person has signed up and verified the address before.

  --env NAME   dev, staging, prod, or local for the stack of npm start

The AWS credentials and region are those of the shell; they must allow to invoke the function
antecede-NAME-grant-staff.`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { env: { type: 'string' }, help: { type: 'boolean', default: false } },
  });
  const [command, email] = positionals;
  if (values.help) {
    console.log(help);
    return 0;
  }
  if (!email || (command !== 'grant' && command !== 'revoke') || !isEnvironmentName(values.env)) {
    console.error(help);
    return 2;
  }
  const lambda = new LambdaClient(values.env === 'local' ? localOperatorOfShell() : {});
  const { FunctionError, Payload } = await lambda.send(
    new InvokeCommand({
      FunctionName: `antecede-${values.env}-grant-staff`,
      Payload: JSON.stringify({ email, staff: command === 'grant' }),
    }),
  );
  const answer = JSON.parse(Payload?.transformToString() || '{}');
  if (FunctionError) throw new Error(answer.errorMessage ?? FunctionError);
  console.log(`${email} ${answer.staff ? 'is staff now' : 'is no staff any more'}.`);
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
