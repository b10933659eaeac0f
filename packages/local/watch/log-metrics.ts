import * as z from 'zod';
import type { Datum } from './metrics.ts';

/**
 * A log line that carries metrics, as far as ours do.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
const line = z.looseObject({
  _aws: z.looseObject({
    CloudWatchMetrics: z.array(
      z.looseObject({
        Namespace: z.string(),
        Dimensions: z.array(z.array(z.string())),
        Metrics: z.array(z.looseObject({ Name: z.string() })),
      }),
    ),
  }),
});

/** The metrics in a line that a function logged; none in most lines. */
export function metricsOfLine(text: string): Datum[] {
  if (!text.includes('"_aws"')) return [];
  const parsed = line.safeParse(parse(text));
  if (!parsed.success) return [];
  const { data } = parsed;
  return data._aws.CloudWatchMetrics.flatMap(({ Namespace, Dimensions, Metrics }) =>
    Dimensions.flatMap((names) => {
      const dimensions = Object.fromEntries(names.map((name) => [name, String(data[name])]));
      return Metrics.flatMap(({ Name }) =>
        // Several values of one name are a list.
        [data[Name]].flat().map((value) => ({
          namespace: Namespace,
          name: Name,
          dimensions,
          value: Number(value),
        })),
      );
    }),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
