/** `npm run staff`: makes people staff of the provider, and helps those who lost their authenticator app. */
import { parseArgs } from 'node:util';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { isEnvironmentName } from '#infra/environments.ts';
import { localOperatorOfShell } from '#local/operator.ts';

const help = `Usage: npm run staff -- grant|revoke|reset-second-factor ADDRESS --env NAME

grant makes the person with this address staff, who see and do what /admin offers; revoke ends that with
the next request. The person has signed up and verified the address before.

reset-second-factor is for somebody who has lost their authenticator app: it ends all their sessions, and the
password alone signs in again. Make sure first, by another way than mail, that it is they who ask.

  --env NAME   dev, staging, prod, or local for the stack of npm start

The AWS credentials and region are those of the shell; they must allow to invoke the function
antecede-NAME-grant-staff, or antecede-NAME-reset-second-factor.`;

interface Command {
  functionName: 'grant-staff' | 'reset-second-factor';
  staff?: boolean;
  /** What is true of the person afterwards. */
  done: string;
}

const commands: Record<string, Command> = {
  grant: { functionName: 'grant-staff', staff: true, done: 'is staff now' },
  revoke: { functionName: 'grant-staff', staff: false, done: 'is not staff any more' },
  'reset-second-factor': {
    functionName: 'reset-second-factor',
    done: 'signs in by the password alone now',
  },
};

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { env: { type: 'string' }, help: { type: 'boolean', default: false } },
  });
  const [name = '', email] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (values.help) {
    console.log(help);
    return 0;
  }
  if (!email || !command || !isEnvironmentName(values.env)) {
    console.error(help);
    return 2;
  }
  const lambda = new LambdaClient(values.env === 'local' ? localOperatorOfShell() : {});
  const { FunctionError, Payload } = await lambda.send(
    new InvokeCommand({
      FunctionName: `antecede-${values.env}-${command.functionName}`,
      Payload: JSON.stringify({ email, staff: command.staff }),
    }),
  );
  if (FunctionError) {
    const answer = JSON.parse(Payload?.transformToString() || '{}');
    throw new Error(answer.errorMessage ?? FunctionError);
  }
  console.log(`${email} ${command.done}.`);
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
