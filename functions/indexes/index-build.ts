import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import { callLimits } from '#core/runtime/call-limits.ts';
import { stateMachineArn } from '#core/runtime/config.ts';
import { requestIdOfWork } from '#core/runtime/request-id.ts';
import type { BuildRef } from './indexes.ts';

const stepFunctions = new SFNClient(callLimits());

/** Starts a build. Starting the same build twice is one build: the execution's name is the build's id. */
export async function startBuild(build: BuildRef): Promise<void> {
  try {
    await stepFunctions.send(
      new StartExecutionCommand({
        stateMachineArn: stateMachineArn('states:StartExecution IndexBuild'),
        name: build.build_id,
        input: JSON.stringify({
          index_id: build.index_id,
          build_id: build.build_id,
          request_id: requestIdOfWork(),
        }),
      }),
    );
  } catch (error) {
    if (!(error instanceof ExecutionAlreadyExists)) throw error;
  }
}

/** Status of a build's execution, or `undefined` when it never started. */
export async function buildStatus(build: BuildRef): Promise<string | undefined> {
  const machineArn = stateMachineArn('states:DescribeExecution IndexBuild');
  const executionArn = `${machineArn.replace(':stateMachine:', ':execution:')}:${build.build_id}`;
  try {
    const { status } = await stepFunctions.send(new DescribeExecutionCommand({ executionArn }));
    return status;
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist) return undefined;
    throw error;
  }
}
