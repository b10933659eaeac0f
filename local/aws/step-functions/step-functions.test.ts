import { expect, test } from 'vitest';
import { machineArn, openTestMachine } from '#local/aws/step-functions/test-machine.ts';

const waits = { StartAt: 'wait', States: { wait: { Type: 'Wait', Seconds: 3600, End: true } } };
const passes = { StartAt: 'pass', States: { pass: { Type: 'Pass', End: true } } };

test('starting again with the same name and input gives the running execution', async () => {
  const { start, call } = await openTestMachine(waits);
  const first = await start({ a: 1 }, 'build-1');
  expect(first.executionArn).toBe('arn:aws:states:eu-west-1:000000000000:execution:test:build-1');
  expect(await start({ a: 1 }, 'build-1')).toEqual(first);
  await expect(start({ a: 2 }, 'build-1')).rejects.toMatchObject({
    code: 'ExecutionAlreadyExists',
  });
  const { executions } = await call('ListExecutions', { stateMachineArn: machineArn });
  expect(executions).toHaveLength(1);
});

test('a closed execution keeps its name', async () => {
  const { start, end } = await openTestMachine(passes);
  const { executionArn } = await start({}, 'once');
  await end(executionArn);
  await expect(start({}, 'once')).rejects.toMatchObject({ code: 'ExecutionAlreadyExists' });
});

test('a stopped execution is aborted', async () => {
  const { start, call } = await openTestMachine(waits);
  const { executionArn } = await start();
  await call('StopExecution', { executionArn, error: 'Stopped', cause: 'no longer wanted' });
  expect(await call('DescribeExecution', { executionArn })).toMatchObject({
    ...{ status: 'ABORTED', error: 'Stopped', cause: 'no longer wanted' },
  });
  const aborted = { stateMachineArn: machineArn, statusFilter: 'ABORTED' };
  expect((await call('ListExecutions', aborted)).executions).toHaveLength(1);
});

test('wrong machines, executions, names, inputs and operations are refused', async () => {
  const { call, states } = await openTestMachine(passes);
  const start = (input: object) =>
    call('StartExecution', { stateMachineArn: machineArn, ...input });
  await expect(start({ stateMachineArn: 'arn:x' })).rejects.toMatchObject({
    code: 'StateMachineDoesNotExist',
  });
  await expect(start({ name: 'a/b' })).rejects.toMatchObject({ code: 'InvalidName' });
  await expect(start({ input: '{' })).rejects.toMatchObject({ code: 'InvalidExecutionInput' });
  await expect(call('DescribeExecution', { executionArn: 'arn:x' })).rejects.toMatchObject({
    code: 'ExecutionDoesNotExist',
  });
  await expect(call('SendTaskSuccess', {})).rejects.toMatchObject({
    code: 'UnknownOperationException',
  });
  expect(() => states.permissions('SendTaskSuccess', {})).toThrow('not emulated');
});

test('permissions name the machine or the execution', async () => {
  const { states } = await openTestMachine(passes);
  expect(states.permissions('StartExecution', { stateMachineArn: machineArn })).toEqual([
    { action: 'states:StartExecution', resource: machineArn },
  ]);
  expect(states.permissions('StopExecution', { executionArn: 'arn:aws:states:e' })).toEqual([
    { action: 'states:StopExecution', resource: 'arn:aws:states:e' },
  ]);
});
