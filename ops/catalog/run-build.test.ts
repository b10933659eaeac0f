import type { DescribeExecutionCommand } from '@aws-sdk/client-sfn';
import { expect, it } from 'vitest';
import type { Installation } from './environment.ts';
import { startAndAwaitBuild } from './run-build.ts';

/** An environment whose builds end with the given statuses. The first build it starts is `bld_1`. */
function environmentWith(statuses: Record<string, string>) {
  let started = 0;
  const installation = {
    environment: 'dev',
    indexBuildArn: 'arn:aws:states:us-east-1:0:stateMachine:index-build',
    lambda: {
      async send() {
        const answer = JSON.stringify({ build_id: `bld_${++started}` });
        return { Payload: { transformToString: () => answer } };
      },
    },
    stepFunctions: {
      async send({ input }: DescribeExecutionCommand) {
        const [, buildId = ''] = /:execution:index-build:(\w+)$/.exec(input.executionArn!) ?? [];
        return { status: statuses[buildId] };
      },
    },
  } as unknown as Installation;
  return installation;
}

async function buildOf(statuses: Record<string, string>, buildId?: string) {
  const noted: (string | undefined)[] = [];
  await startAndAwaitBuild(environmentWith(statuses), 'arxiv', { buildId }, (build) =>
    noted.push(build.buildId),
  );
  return noted;
}

it('waits for the build that was started before', async () => {
  expect(await buildOf({ bld_0: 'SUCCEEDED' }, 'bld_0')).toEqual(['bld_0']);
});

it.each(['FAILED', 'TIMED_OUT', 'ABORTED'])('starts another after one that %s', async (status) => {
  expect(await buildOf({ bld_0: status, bld_1: 'SUCCEEDED' }, 'bld_0')).toEqual(['bld_1']);
});

it('says what to do when a build fails', async () => {
  await expect(buildOf({ bld_1: 'FAILED' })).rejects.toThrow(
    /bld_1 has ended as FAILED.*still serves.*catalog -- build arxiv --env dev/,
  );
});
