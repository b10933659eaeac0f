import type * as z from 'zod';
import { AwsError, type Call, type Operation } from './service.ts';

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
  // Somebody without a signature learns nothing about the input.
  if (permission !== 'public') call.require([]);
  const parsed = parseInput(input, members, invalidInput);
  if (permission !== 'public') call.require([permission(parsed)].flat());
  return run(parsed, call);
}

/**
 * Checks the members of a call against what is emulated. Throws an `AwsError` of this code that names
 * the member: a wrong one, or one that would be ignored.
 */
export function parseInput<S extends z.ZodType>(
  shape: S,
  members: unknown,
  code: string,
): z.output<S> {
  const parsed = shape.safeParse(members);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  const place = (keys: readonly PropertyKey[]) => [...issue.path, ...keys].map(String).join('.');
  throw new AwsError(
    code,
    issue.code === 'unrecognized_keys'
      ? `${place(issue.keys.slice(0, 1))} is not emulated`
      : `${place([])}: ${issue.message}`,
  );
}
