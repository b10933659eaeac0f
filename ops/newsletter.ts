/** `npm run newsletter`: prints the subscribers of the newsletter as CSV. */
import { parseArgs } from 'node:util';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import Papa from 'papaparse';
import { isEnvironmentName } from '#infra/environments.ts';
import { localOperatorOfShell } from '#local/operator.ts';

const help = `Usage: npm run newsletter -- --env NAME > subscribers.csv

Prints address, day of the confirmation and the link to leave of everybody who has confirmed that they want
the newsletter. Put the link into each mail that you send them.

  --env NAME   dev, staging, prod, or local for the stack of npm start

The AWS credentials and region are those of the shell; they must allow to invoke the function
antecede-NAME-list-subscribers.`;

const { values } = parseArgs({
  options: { env: { type: 'string' }, help: { type: 'boolean', default: false } },
});
if (values.help || !isEnvironmentName(values.env)) {
  console.error(help);
  process.exit(values.help ? 0 : 2);
}
const lambda = new LambdaClient(values.env === 'local' ? localOperatorOfShell() : {});
const columns = ['email', 'confirmed_at', 'leave_link'];
let start: unknown;
console.log(columns.join(','));
do {
  const { FunctionError, Payload } = await lambda.send(
    new InvokeCommand({
      FunctionName: `antecede-${values.env}-list-subscribers`,
      Payload: JSON.stringify({ start }),
    }),
  );
  const answer = JSON.parse(Payload?.transformToString() || '{}');
  if (FunctionError) throw new Error(answer.errorMessage ?? FunctionError);
  if (answer.subscribers.length > 0) {
    console.log(Papa.unparse(answer.subscribers, { columns, header: false, escapeFormulae: true }));
  }
  start = answer.next;
} while (start);
