import { expect, test } from 'vitest';
import { permissionsOf } from '#local/aws/test-call.ts';
import { functionArn, machineArn, openTestMachine } from './test-machine.ts';

const one = {
  StartAt: 'work',
  States: { work: { Type: 'Task', Resource: functionArn('work'), End: true } },
};
const hangs = { work: () => new Promise(() => {}) };
const works = { work: () => 1 };

test('starting again with the same name and input gives the running execution', async () => {
  const { start } = await openTestMachine(one, hangs);
  const first = await start({ a: 1 }, 'build-1');
  expect(first.executionArn).toBe('arn:aws:states:eu-west-1:000000000000:execution:test:build-1');
  expect(await start({ a: 1 }, 'build-1')).toEqual(first);
  await expect(start({ a: 2 }, 'build-1')).rejects.toMatchObject({
    code: 'ExecutionAlreadyExists',
  });
});

test('a closed execution keeps its name', async () => {
  const { start, end } = await openTestMachine(one, works);
  const { executionArn } = await start({}, 'once');
  await end(executionArn);
  await expect(start({}, 'once')).rejects.toMatchObject({ code: 'ExecutionAlreadyExists' });
});

test('wrong machines, executions, names, inputs and operations are refused', async () => {
  const { call } = await openTestMachine(one, works);
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
  await expect(call('SendTaskSuccess', {})).rejects.toThrow('not emulated');
  await expect(start({ traceHeader: 'x' })).rejects.toMatchObject({
    code: 'ValidationException',
    message: 'traceHeader is not emulated',
  });
});

test('permissions name the machine or the execution', async () => {
  const { states, start } = await openTestMachine(one, works);
  expect(await permissionsOf(states, 'StartExecution', { stateMachineArn: machineArn })).toEqual([
    { action: 'states:StartExecution', resource: machineArn },
  ]);
  const { executionArn } = await start();
  expect(await permissionsOf(states, 'DescribeExecution', { executionArn })).toEqual([
    { action: 'states:DescribeExecution', resource: executionArn },
  ]);
});
