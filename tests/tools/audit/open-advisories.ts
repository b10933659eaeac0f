import * as z from 'zod';

/** An advisory that does not concern us. */
export interface Exception {
  /** `https://github.com/advisories/GHSA-…`. */
  url: string;
  reason: string;
  /** Day (YYYY-MM-DD) from which it has to be looked at again. */
  until: string;
}

/** What is used of `npm audit --json`. An answer without `vulnerabilities` is an error of the registry. */
const report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      via: z.array(
        z.union([z.string(), z.object({ url: z.string(), title: z.string(), name: z.string() })]),
      ),
    }),
  ),
});

/**
 * What has to be done: advisories without an exception, exceptions whose day has come, and those of advisories that are
 * gone. Throws for anything but a report.
 */
export function openAdvisories(
  answer: unknown,
  exceptions: readonly Exception[],
  now: Date,
): { problems: string[]; advisories: number } {
  const parsed = report.safeParse(answer);
  if (!parsed.success) {
    const said = JSON.stringify(answer).slice(0, 200);
    throw new Error(`The registry gave no report of vulnerabilities, but ${said}`);
  }
  const { vulnerabilities } = parsed.data;
  const found = Object.values(vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((one) => typeof one !== 'string');
  const byUrl = new Map(found.map((one) => [one.url, one]));
  const day = now.toISOString().slice(0, 10);
  const open = [...byUrl.values()].filter(({ url }) => !exceptions.some((one) => one.url === url));
  const problems = [
    ...open.map(({ name, title, url }) => `${name}: ${title} ${url}`),
    ...exceptions.filter(({ until }) => until <= day).map(({ url }) => `look again at ${url}`),
    ...exceptions.filter(({ url }) => !byUrl.has(url)).map(({ url }) => `no longer needed: ${url}`),
  ];
  return { problems, advisories: byUrl.size };
}
