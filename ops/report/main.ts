/** `npm run report`: makes reports anew, to compare them with what was made before. */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { type EnvironmentName, isEnvironmentName } from '#infra/environments.ts';
import { localOperatorOfShell } from '#local/operator.ts';
import { compareReports } from '#shared/report/compare-reports.ts';
import { type Report, type ReportKind, reportKinds } from '#shared/report/report.ts';
import { parseReport } from '#shared/report/stored-report.ts';

const help = `Usage: npm run report -- rerun FILE --env NAME
       npm run report -- make UCID --kind prior-art|invalidation --env NAME

rerun makes the report in FILE (JSON) again with the index that serves now, and says what changed: index,
documents, rules, art, grades. It exits with 0 if nothing did, else with 1. make prints a report as JSON.
Neither stores or mails anything.

  --env NAME    dev, staging, prod, or local for the stack of npm start
  --kind KIND   prior-art or invalidation

The AWS credentials and region are those of the shell; they must allow to invoke the function
antecede-NAME-remake-report. See docs/reports.md.`;

async function remake(env: EnvironmentName, ucid: string, kind: ReportKind): Promise<Report> {
  const lambda = new LambdaClient(env === 'local' ? localOperatorOfShell() : {});
  const { FunctionError, Payload } = await lambda.send(
    new InvokeCommand({
      FunctionName: `antecede-${env}-remake-report`,
      Payload: JSON.stringify({ ucid, kind }),
    }),
  );
  const answer = JSON.parse(Payload?.transformToString() || '{}');
  if (FunctionError) throw new Error(answer.errorMessage ?? FunctionError);
  return parseReport(Payload?.transformToString() || '{}');
}

const isKind = (kind: string | undefined): kind is ReportKind =>
  reportKinds.some((one) => one === kind);

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      env: { type: 'string' },
      kind: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const [command, argument] = positionals;
  const { env, kind } = values;
  if (values.help) {
    console.log(help);
    return 0;
  }
  if (argument && isEnvironmentName(env)) {
    if (command === 'make' && isKind(kind)) {
      console.log(JSON.stringify(await remake(env, argument, kind), null, 1));
      return 0;
    }
    if (command === 'rerun') return rerun(env, argument);
  }
  console.error(help);
  return 2;
}

async function rerun(env: EnvironmentName, file: string): Promise<number> {
  const before = parseReport(await readFile(file, 'utf8'));
  const after = await remake(env, before.subject.ucid, before.kind);
  const changes = compareReports(before, after);
  console.log(changes.length === 0 ? 'The same report.' : changes.join('\n'));
  return changes.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
