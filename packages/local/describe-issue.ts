import type * as z from 'zod';

/** The first issue of an input with its place: an unknown member or a wrong value. */
export function describeIssue({ issues: [issue] }: z.ZodError): string {
  if (!issue) return 'is not valid';
  const place = (...more: PropertyKey[]) => [...issue.path, ...more].map(String).join('.');
  return issue.code === 'unrecognized_keys'
    ? `${place(issue.keys[0]!)} is not emulated`
    : `${place()}: ${issue.message}`;
}
