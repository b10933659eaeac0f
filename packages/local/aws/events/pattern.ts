import * as z from 'zod';

/** The accepted values of each field. Patterns with prefixes, numbers or `anything-but` are not emulated. */
export interface Pattern {
  [field: string]: string[] | Pattern;
}

export const describePattern: z.ZodType<Pattern> = z.lazy(() =>
  z.record(z.string(), z.union([z.array(z.string()).min(1), describePattern])),
);

/**
 * Whether an event has one of the values of every field. A field that holds a list matches by any of its values.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns.html
 */
export function patternMatches(pattern: Pattern, event: unknown): boolean {
  return Object.entries(pattern).every(([field, wanted]) => {
    const value = (event as Record<string, unknown> | undefined)?.[field];
    if (!Array.isArray(wanted)) return patternMatches(wanted, value);
    return [value].flat().some((one) => wanted.some((each) => each === one));
  });
}
