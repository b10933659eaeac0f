import type * as z from 'zod';
import { AwsError } from '#local/aws/service.ts';

/**
 * Checks the members of a call against what is emulated. Throws an `AwsError` of this code that names the
 * member: a wrong one, or one that would be ignored.
 */
export function parseMembers<S extends z.ZodType>(
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
