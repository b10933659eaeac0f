import * as z from 'zod';
import { AwsError } from '#local/aws/service.ts';

/*
 * Members of several operations, constrained as in AWS:
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/
 */

/** No white space, control or invisible characters: what could forge a mail header or look like another name. */
const visible = /^[\p{L}\p{M}\p{S}\p{N}\p{P}]+$/u;

export const text = z.string().min(1).max(2048);
export const userName = z.string().min(1).max(128).regex(visible);
export const password = z.string().min(1).max(256);
export const token = z.string().min(1).max(16_384);

/** A list of `{Name, Value}`, given as a map. */
export const attributes = z
  .array(
    z.strictObject({ Name: z.string().min(1).max(32), Value: z.string().max(2048).default('') }),
  )
  .default([])
  .transform((list) => Object.fromEntries(list.map(({ Name, Value }) => [Name, Value])));

/** What goes to the pool's triggers as it came. */
export const metadata = z.record(z.string().max(131_072), z.string().max(131_072)).optional();
export type Metadata = z.output<typeof metadata>;

/** Checks members against their shape. Throws AWS's validation error, which never repeats a value. */
export function parse<S extends z.ZodType>(shape: S, members: unknown): z.output<S> {
  const parsed = shape.safeParse(members, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw invalidParameter(describe(parsed.error.issues[0]!));
}

function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `${issue.keys[0]} is not emulated`;
  const missing = issue.code === 'invalid_type' && issue.input === undefined;
  const name = issue.path.map(String).join('.');
  if (/^[A-Z_]+$/.test(name))
    return missing ? `Missing required parameter ${name}` : `Invalid parameter ${name}`;
  const member = `'${name.charAt(0).toLowerCase()}${name.slice(1)}'`;
  const problem = missing
    ? `Value null at ${member} failed to satisfy constraint: Member must not be null`
    : `Value at ${member} failed to satisfy constraint: ${issue.message}`;
  return `1 validation error detected: ${problem}`;
}

export function invalidParameter(message: string): AwsError {
  return new AwsError('InvalidParameterException', message);
}

/** Whether text can be an e-mail address. It is ASCII, because SES delivers to nothing else. */
export function isEmail(address: string): boolean {
  return (
    /^[!-~]+$/.test(address) && /^[^@<>,;:"()[\]\\]{1,64}@[^@<>,;:"()[\]\\]{1,255}$/.test(address)
  );
}
