import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { assistantModelSchema } from '#shared/assistant-model.ts';
import { endpointNames } from '#shared/contract/contract.ts';
import { embedderSchema } from '#shared/embedder.ts';
import { judgeSettingsSchema } from '#shared/report/judge-settings.ts';
import { nodeInstances, sizeFault, zones } from './cluster-size.ts';

const projectDir = join(import.meta.dirname, '..');

/** The provider retires models from time to time. Operators then change `assistant.model`. */
export const defaultModel = 'gpt-5.5';

/** One whole vCPU. */
export const defaultSearchMemoryMb = 1769;

/** Functions of which each has `visitorConcurrency` instances: `forVisitors` in the features. */
export const visitorFunctions = 3;

/** Functions of which each has `essentialConcurrency` instances: `isEssential` in the features. */
export const essentialFunctions = 3;

const httpsUrl = z.url({ protocol: /^https$/, error: 'is not an https address' });

/** A domain that shall hold so many rows. Its size is written out, so that no later formula changes what is deployed. */
const managedCluster = z
  .strictObject({
    rows: z.number().int().positive(),
    /** Mean bytes of text in a row. */
    rowBytes: z.number().int().positive().default(520),
    instance: z.enum(nodeInstances),
    nodes: z
      .number()
      .int()
      .positive()
      .multipleOf(zones, 'is not a multiple of three, one for each zone'),
    diskGb: z.number().int().min(20),
  })
  .superRefine((cluster, { addIssue }) => {
    const fault = sizeFault(cluster, cluster);
    if (fault) addIssue({ code: 'custom', message: fault });
  });

/**
 * What an operator decides about one installation: the content of `infra/environments/NAME.json`, which is committed. A
 * deployment reads nothing else, so that deploying again never undoes a value that somebody forgot to repeat.
 * docs/operating.md explains each setting.
 */
export const settingsSchema = z.strictObject({
  account: z.string().regex(/^\d{12}$/, 'is not an account id of 12 digits'),
  region: z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'is not a region'),
  domain: z
    .strictObject({
      name: z.hostname(),
      certificateArn: z
        .string()
        .regex(
          /^arn:aws:acm:us-east-1:\d{12}:certificate\/[\w-]+$/,
          'is not a certificate in us-east-1, which CloudFront requires',
        ),
    })
    .optional(),
  mail: z.strictObject({
    from: z.email(),
    /** `existing`: SES knows the domain already, from elsewhere or from another environment of the account. */
    domain: z.enum(['create', 'existing']).default('create'),
    sandboxRecipients: z.array(z.union([z.email(), z.hostname()])).default([]),
  }),
  alertEmail: z.email(),
  monthlyBudgetUsd: z.number().positive().optional(),
  firewall: z
    .strictObject({
      site: z
        .union([
          z.enum(['none', 'create']),
          z.string().regex(/^arn:aws:wafv2:us-east-1:\d{12}:global\/webacl\//),
        ])
        .default('none'),
      users: z.enum(['none', 'create']).default('none'),
    })
    .default({ site: 'none', users: 'none' }),
  /**
   * Parts and segments of an index that are worked on at a time. Each takes one of the account's concurrent executions,
   * and reports progress to one record, which takes so many.
   */
  segmentsAtOnce: z.number().int().min(1).max(200).default(2),
  /** Builds of one organization that run at a time, so that one customer's twenty files do not keep all others waiting. */
  buildsAtOnce: z.number().int().min(1).max(50).default(3),
  /**
   * Instances that each function for visitors has: so many are kept for it, and it gets no more, so that visitors cannot take
   * all that members need. Without it they share the account's concurrent executions: new accounts have too few to keep some.
   */
  visitorConcurrency: z.number().int().min(1).max(300).optional(),
  /**
   * Instances that are kept for each function without which nobody signs in, signs up or is known to have paid. A burst of searches
   * or builds then cannot take the last of the account. It gets no more, so that it should be generous.
   */
  essentialConcurrency: z.number().int().min(5).max(300).optional(),
  /**
   * An address of the function that answers single searches by key, where CloudFront asks it without the HTTP API: docs/operating.md.
   */
  queryUrl: z
    .strictObject({
      /**
       * Instances that are kept for this function. It gets no more, and answers ten times as many searches a second, which
       * stands in for the limit of its route.
       */
      concurrency: z.number().int().min(10).max(1000),
      /** The address, without `https://`, as the first deployment with `concurrency` prints it. CloudFront asks there from then on. */
      domain: z
        .string()
        .regex(
          /^[a-z0-9]+\.lambda-url\.[a-z0-9-]+\.on\.aws$/,
          'is not the domain of a function URL',
        )
        .optional(),
      /** Whether programs may ask there themselves, past CloudFront and its web ACL, as docs/operating.md says. */
      forPrograms: z.boolean().default(false),
    })
    .optional(),
  /** Requests a second that each route of the API takes from everybody together; more get 429. Absent: by the kind of environment. */
  requestsPerSecond: z.number().int().min(10).max(10_000).optional(),
  /** The same of single routes, by endpoint: `{ "query-index": 500 }`. Others get their share of `requestsPerSecond`. */
  routeRequestsPerSecond: z
    .partialRecord(z.enum(endpointNames), z.number().int().min(1).max(10_000))
    .default({}),
  /** Memory of each function that searches, within what Lambda gives. New accounts often get 3,008 at most. */
  searchMemoryMb: z.number().int().min(1024).max(10_240).default(defaultSearchMemoryMb),
  /** An OpenSearch domain of Amazon for indexes that functions cannot hold. */
  cluster: z
    .strictObject({
      /** A domain that this environment makes. */
      managed: managedCluster.optional(),
      /** A domain that exists. */
      endpoint: httpsUrl.optional(),
      arn: z
        .string()
        .regex(/^arn:aws:es:[\w-]+:\d{12}:domain\/[\w-]+$/, 'is not an ARN of a domain')
        .optional(),
      /** Rows from which an index goes there even if functions can hold it. */
      fromRows: z.number().int().positive().optional(),
    })
    .refine(
      ({ managed, endpoint, arn }) => (managed ? !endpoint && !arn : endpoint && arn),
      'is either "managed", or "endpoint" and "arn"',
    )
    .optional(),
  /** Indexes of which one instance of the search function stays in memory. */
  keepWarm: z
    .strictObject({
      indexes: z.array(z.string().regex(/^[\w-]+$/, 'is not an id of an index')).max(20),
      /** Lambda ends an instance that nobody has asked for some five to fifteen minutes. */
      everyMinutes: z.number().int().min(2).max(15).default(5),
    })
    .default({ indexes: [], everyMinutes: 5 }),
  /** A search as a customer makes it, at an interval. Its failure is an alarm. */
  canary: z
    .strictObject({
      indexId: z.string().regex(/^[\w-]+$/, 'is not an id of an index'),
      /** A query that finds something there. */
      text: z.string().min(1),
      everyMinutes: z.number().int().min(5).max(60).default(15),
    })
    .optional(),
  /**
   * A vault of AWS Backup, best in another account, to which daily backups of tables and files are copied. The operator makes it, and one
   * in this account: docs/operating.md.
   */
  vault: z
    .strictObject({
      copyTo: z
        .string()
        .regex(
          /^arn:aws:backup:[\w-]+:\d{12}:backup-vault:[\w-]+$/,
          'is not an ARN of a backup vault',
        ),
    })
    .optional(),
  links: z.strictObject({
    partnerSiteUrl: httpsUrl,
    salesEmail: z.email(),
    blogUrl: httpsUrl,
    socialUrls: z.array(httpsUrl),
  }),
  postalAddress: z.string().min(10),
  /** How often the secret between CloudFront and the API was changed, plus one: docs/operating.md. */
  originSecretVersion: z.number().int().min(1).default(1),
  /** Counts the user pools that the environment has had: one more makes another pool, where one was lost: docs/operating.md. */
  userPoolVersion: z.number().int().min(1).default(1),
  /** Keeps the pool before in the templates, for the deployment in which other stacks still import it. */
  formerUserPool: z.boolean().default(false),
  /** Keeps what stacks of versions before 0.2.0 import, for one deployment: docs/operating.md. */
  formerExports: z.boolean().default(false),
  /** Whether KMS makes new material for the key of API keys each year: 1 USD a month more after the first and second time. */
  rotateEncryptionKey: z.boolean().default(false),
  countPageViews: z.boolean().default(false),
  /** Whether new passwords are looked up in the list of leaked ones of Have I Been Pwned. */
  breachedPasswords: z.boolean().default(true),
  stripePublishableKey: z.string().startsWith('pk_').optional(),
  /** The model behind the assistant. */
  assistant: assistantModelSchema
    .extend({ model: assistantModelSchema.shape.model.default(defaultModel) })
    .prefault({ effort: 'low' }),
  /** The models that judge reports. Absent: none does. */
  reportJudge: judgeSettingsSchema.optional(),
  /** The model that embeds rows and queries of indexes whose owners want it. Absent: none does. */
  embedder: embedderSchema.optional(),
});

export type Settings = z.output<typeof settingsSchema>;
/** Content of the file: fields with a default are optional. */
export type SettingsFile = z.input<typeof settingsSchema>;

/** Matches the reserved domains of RFC 2606 and the values of `infra/environments/example.json`. */
const placeholder = /\bexample\b/i;

/** Paths of the values that are still those of the example: `links.blogUrl`. */
export function placeholdersIn(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return placeholder.test(value) ? [path.join('.')] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => placeholdersIn(one, [...path, key]));
}

/** Checks the content of a settings file. Throws one error that lists all faults. */
export function parseSettings(content: unknown, file: string): Settings {
  const parsed = settingsSchema.safeParse(content);
  const faults = [
    ...(parsed.error?.issues.map(
      ({ path, message }) => `${path.join('.') || 'file'}: ${message}`,
    ) ?? []),
    ...placeholdersIn(content).map((path) => `${path}: still the value of the example`),
  ];
  if (
    parsed.success &&
    parsed.data.region !== 'us-east-1' &&
    parsed.data.firewall.site === 'create'
  )
    faults.push(
      `firewall.site: CloudFront takes a firewall from us-east-1 only: create it there and name its ARN (the region is ${parsed.data.region})`,
    );
  if (parsed.success && parsed.data.formerUserPool && parsed.data.userPoolVersion === 1)
    faults.push('formerUserPool: there is none before the first (userPoolVersion)');
  if (!parsed.success || faults.length > 0)
    throw new Error(`${file} is not ready to be deployed:\n  ${faults.join('\n  ')}`);
  return parsed.data;
}

const settingsFile = (environment: string) => `infra/environments/${environment}.json`;

/** Reads the settings of a deployed environment. */
export function readSettings(environment: string, folder = projectDir): Settings {
  const file = settingsFile(environment);
  return parseSettings(JSON.parse(readText(join(folder, file), file)), file);
}

function readText(path: string, file: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error(`There is no ${file}: copy infra/environments/example.json and edit it.`, {
      cause: error,
    });
  }
}
