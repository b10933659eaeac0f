import * as z from 'zod';
import { parseInput } from '#local/aws/run-operation.ts';
import { AwsError } from '#local/aws/service.ts';

/*
 * Members of several operations, constrained as in AWS:
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/
 */

/**
 * No white space, control or invisible characters: they could forge a mail header or imitate another name.
 */
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

/** Values that are passed on unchanged to the pool's triggers. */
export const metadata = z.record(z.string().max(131_072), z.string().max(131_072)).optional();
export type Metadata = z.output<typeof metadata>;

export const invalidInputCode = 'InvalidParameterException';

/**
 * Checks nested members whose shape depends on other members (`AuthParameters`). Throws the same error as
 * for all members.
 */
export const parse = <Shape extends z.ZodType>(shape: Shape, members: unknown) =>
  parseInput(shape, members, invalidInputCode);

export function invalidParameter(message: string): AwsError {
  return new AwsError(invalidInputCode, message);
}

/** Whether text can be an e-mail address. It is ASCII, because SES delivers to nothing else. */
export function isEmail(address: string): boolean {
  return (
    /^[!-~]+$/.test(address) && /^[^@<>,;:"()[\]\\]{1,64}@[^@<>,;:"()[\]\\]{1,255}$/.test(address)
  );
}
