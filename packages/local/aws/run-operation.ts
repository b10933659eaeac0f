import type * as z from 'zod';
import { describeIssue } from '#local/describe-issue.ts';
import { AwsError, type Call, type Operation, type Service } from './service.ts';

/**
 * Runs one operation: parses its input, checks the caller's permissions, then lets it work.
 *
 * @param invalidInput code of the error for input that is wrong or not emulated
 */
export async function runOperation(
  { input, permission, run }: Operation,
  members: unknown,
  call: Call,
  invalidInput: string,
): Promise<unknown> {
  // A caller without a signature gets no answer about the input.
  if (permission !== 'public') call.require([]);
  const parsed = parseInput(input, members, invalidInput);
  if (permission !== 'public') call.require([permission(parsed)].flat());
  return run(parsed, call);
}

/**
 * Runs an operation of a service with the host's permissions. Throws its errors, and for an unknown
 * operation.
 */
export async function callAsHost(
  service: Service,
  name: string,
  members: object,
): Promise<unknown> {
  return runAsHost(findOperation(service, name), members, service.invalidInput);
}

/** Runs an operation without asking who calls. It is given neither request nor response. */
export function runAsHost(
  operation: Operation,
  members: object,
  invalidInput: string,
): Promise<unknown> {
  const call = { caller: { kind: 'host' }, require: () => {} };
  return runOperation(operation, members, call as unknown as Call, invalidInput);
}

/** An operation by its name. Throws `UnknownOperationException` for an unknown name. */
export function findOperation({ name: service, operations }: Service, name: string): Operation {
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (operation) return operation;
  throw new AwsError('UnknownOperationException', `${service}: ${name} is not emulated`);
}

/**
 * Checks the members of a call against those that are emulated. Throws an `AwsError` with this code that
 * names the member that is wrong or would be ignored.
 */
export function parseInput<S extends z.ZodType>(
  shape: S,
  members: unknown,
  code: string,
): z.output<S> {
  const parsed = shape.safeParse(members);
  if (parsed.success) return parsed.data;
  throw new AwsError(code, describeIssue(parsed.error));
}
