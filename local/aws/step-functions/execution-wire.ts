import { AwsError } from '#local/aws/service.ts';
import type { Execution } from '#local/aws/step-functions/journal.ts';

/** Members of a request. */
export type Input = Record<string, unknown>;

const maxInputBytes = 256 * 1024;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what a name may not have
const names = /^[^\s<>{}[\]?*"#%\\^|~`$&,;:/\u0000-\u001f\u007f-\u009f]{1,80}$/;

/** The name of an execution. Throws for one that AWS would not take. */
export function readName(value: unknown): string {
  if (typeof value === 'string' && names.test(value)) return value;
  throw new AwsError('InvalidName', `Invalid Name: '${value}'`);
}

/** The text of an input. Throws unless it is JSON of a size that AWS takes. */
export function readInput(text: unknown): string {
  try {
    if (typeof text !== 'string' || Buffer.byteLength(text) > maxInputBytes) throw new Error();
    JSON.parse(text);
    return text;
  } catch {
    throw new AwsError('InvalidExecutionInput', 'Invalid State Machine Execution Input');
  }
}

/** The answer to `StartExecution`. */
export function started({ arn, startedAt }: Execution) {
  return { executionArn: arn, startDate: startedAt / 1000 };
}

/** An execution as lists show it. */
export function summary({ arn, machineArn, name, status, startedAt, stoppedAt }: Execution) {
  return {
    executionArn: arn,
    stateMachineArn: machineArn,
    name,
    status,
    startDate: startedAt / 1000,
    ...(stoppedAt !== undefined && { stopDate: stoppedAt / 1000 }),
    redriveCount: 0,
  };
}

/** Throws for members that AWS has and this service does not emulate. */
export function refuseUnknown(input: Input, known: string[]): void {
  const unknown = Object.keys(input).find((name) => !known.includes(name));
  if (unknown) throw new AwsError('ValidationException', `${unknown} is not emulated`);
}

/** The answer to `DescribeExecution`. */
export function details(execution: Execution) {
  const included = { included: true };
  return {
    ...summary(execution),
    input: execution.input,
    inputDetails: included,
    ...(execution.output !== undefined && { output: execution.output, outputDetails: included }),
    error: execution.error,
    cause: execution.cause,
    redriveStatus: 'NOT_REDRIVABLE',
  };
}
