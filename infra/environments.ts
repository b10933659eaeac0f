import { assistantModelSchema } from '#shared/assistant-model.ts';
import { type Attempt, attemptLimits } from '#shared/attempt-limits.ts';
import { defaultSearchMemoryMb, type Settings } from './settings.ts';

export const environmentNames = ['local', 'dev', 'staging', 'prod'] as const;
export type EnvironmentName = (typeof environmentNames)[number];

/** Everything that differs between environments. Stacks read these fields; they never depend on the name. */
export interface Environment {
  name: EnvironmentName;
  account: string;
  region: string;
  /** False in the local cloud, which has no access logs, and allows sign-in by plain password. */
  deployed: boolean;
  /** If true, tables, buckets and users survive the deletion of their stack; deleting them takes two steps. */
  keepData: boolean;
  logRetentionDays: 1 | 14 | 30 | 365;
  /** Domain of the app. If absent, the app uses CloudFront's domain. */
  domain?: { name: string; certificateArn: string };
  /** Web ACLs. `create` costs about 8 USD a month each; `site` may name one that exists. */
  firewall: Settings['firewall'];
  /** Sender address of every mail. Its domain is verified with SES. */
  mailFrom: string;
  /** Whether SES knows the domain of the sender already. */
  mailDomainExists: boolean;
  /** Identities that get mail while the account is in the sandbox of SES, which authorises recipients, too. */
  sandboxRecipients: readonly string[];
  /** Address that receives alarms and budget notices. */
  alertEmail: string;
  monthlyBudgetUsd: number;
  /** Requests per second of a route; those that cost more get a share (`shareOf`). The API answers more with 429. */
  apiRequestsPerSecond: number;
  /** The same of single routes, instead of their share. */
  routeRequestsPerSecond: Settings['routeRequestsPerSecond'];
  /** Segments of an index that are built at a time. */
  segmentsAtOnce: number;
  /** Builds of one organization that run at a time. Others of it wait. */
  buildsAtOnce: number;
  /** Instances of each function that visitors use, which are kept for it and which it cannot exceed. */
  visitorConcurrency?: number;
  /** The same of each function that must never wait for others. */
  essentialConcurrency?: number;
  /** Whether the function of single searches has an address of its own, and which. */
  queryUrl?: Settings['queryUrl'];
  /** Memory of the functions that search: decides which indexes they hold (`functions/indexes/place-index.ts`). */
  searchMemoryMb: number;
  /** Where daily backups of tables and files are copied. */
  vault?: Settings['vault'];
  /** The OpenSearch domain for indexes that functions cannot hold. */
  cluster?: Settings['cluster'];
  /** Indexes that the search function is told to read at an interval, so that an instance has them in memory. */
  keepWarm: Settings['keepWarm'];
  /** The search that is tried at an interval. */
  canary?: Settings['canary'];
  /** Limit of one API key: sustained rate, and requests at once after a pause. */
  queriesPerKey: { perSecond: number; burst: number };
  /** Requests from one network address in five minutes. */
  perAddress: {
    /** To pages and the API. */
    requests: number;
    /** To the endpoints that serve, search and compare patents for anybody. */
    patentTexts: number;
    /** To the user pool; a sign-in makes three. */
    signInCalls: number;
    /** To operations of the user pool that may send a mail to an address of the caller's choice. */
    mails: number;
  };
  /** Token bucket for each person or address: attempts at once, and seconds until one more is allowed. */
  attempts: Record<Attempt, { burst: number; seconds: number }>;
  links: { partnerSiteUrl: string; salesEmail: string; blogUrl: string; socialUrls: string[] };
  /** Whether new passwords are looked up in a list of leaked ones. */
  breachedPasswords: boolean;
  /** Publishable key of Stripe, `pk_…`. Without it the browser offers no payment form. */
  stripePublishableKey?: string;
  /** The model behind the assistant, and how it is asked. */
  assistant: Settings['assistant'];
  /** The models that judge reports. */
  reportJudge?: Settings['reportJudge'];
  /** The model that embeds rows and queries. */
  embedder?: Settings['embedder'];
  /** Postal address of the operator, for the footer and the legal pages. */
  postalAddress: string;
  /** Counts the values that the secret between CloudFront and the API has had. */
  originSecretVersion: number;
  /** Counts the user pools that the environment has had. */
  userPoolVersion: number;
  /** Whether stacks that are deployed still import the user pool before. */
  formerUserPool: boolean;
  /** Whether stacks that are deployed still import what versions before 0.2.0 exported. */
  formerExports: boolean;
  /** Whether KMS makes new material for the encryption key each year. */
  rotateEncryptionKey: boolean;
  /** Whether browsers report page views to the API, unless their users ask not to be tracked. */
  countPageViews: boolean;
}

type Sizing = Pick<
  Environment,
  | 'deployed'
  | 'keepData'
  | 'logRetentionDays'
  | 'monthlyBudgetUsd'
  | 'apiRequestsPerSecond'
  | 'queriesPerKey'
  | 'perAddress'
  | 'attempts'
>;

/** Enough for a program that processes a list, too little for one that copies an index. */
const queriesPerKey = { perSecond: 10, burst: 100 };

/**
 * Far more than a busy office behind one address needs, and less than a scraper or somebody with a list of
 * stolen passwords needs. API keys have limits of their own.
 */
const perAddress = { requests: 10_000, patentTexts: 600, signInCalls: 1000, mails: 50 };

const attempts: Environment['attempts'] = attemptLimits;

const sizing: Record<EnvironmentName, Sizing> = {
  local: {
    deployed: false,
    keepData: false,
    logRetentionDays: 1,
    monthlyBudgetUsd: 0,
    apiRequestsPerSecond: 1000,
    // Benchmarks and tests send requests without a pause, and all callers share one address.
    queriesPerKey: { perSecond: 1000, burst: 1000 },
    perAddress: {
      requests: 10_000_000,
      patentTexts: 10_000_000,
      signInCalls: 1_000_000,
      mails: 100_000,
    },
    // Tests send attempts without a pause, and all callers share one network.
    attempts: {
      ...attempts,
      sign_up: { burst: 10, seconds: 60 },
      sign_up_all: { burst: 100_000, seconds: 1 },
      organization: { burst: 1000, seconds: 1 },
      account: { burst: 100_000, seconds: 1 },
      device_notice: { burst: 1000, seconds: 1 },
      passwords_address: { burst: 100_000, seconds: 1 },
      images_address: { burst: 100_000, seconds: 1 },
      sign_in: { burst: 50, seconds: 5 },
      invite: { burst: 10, seconds: 60 },
      verify_address: { burst: 5, seconds: 60 },
      invite_new: { burst: 1000, seconds: 1 },
      card_organization: { burst: 100, seconds: 1 },
      billing_read: { burst: 10_000, seconds: 1 },
      card_person: { burst: 100, seconds: 1 },
      card_address: { burst: 100_000, seconds: 1 },
      patents_address: { burst: 100_000, seconds: 1 },
      chat_user: { burst: 1000, seconds: 1 },
      chat_address: { burst: 100_000, seconds: 1 },
      chat_visitors: { burst: 100_000, seconds: 1 },
      chat_read: { burst: 100_000, seconds: 1 },
      chat_tool: { burst: 100_000, seconds: 1 },
      similar_user: { burst: 100_000, seconds: 1 },
      counterparts_user: { burst: 100_000, seconds: 1 },
      search_key: { burst: 100_000, seconds: 1 },
      outreach_address: { burst: 10_000, seconds: 1 },
      outreach_all: { burst: 100_000, seconds: 1 },
      report_person: { burst: 100_000, seconds: 1 },
      report_address: { burst: 100_000, seconds: 1 },
      report_email: { burst: 20, seconds: 60 },
      report_patent: { burst: 100, seconds: 1 },
      report_visitors: { burst: 100_000, seconds: 1 },
      report_stranger: { burst: 20, seconds: 60 },
      report_files: { burst: 1000, seconds: 1 },
      report_marks: { burst: 100_000, seconds: 1 },
      data_export: { burst: 100, seconds: 1 },
      upload: { burst: 100_000, seconds: 1 },
      build: { burst: 1000, seconds: 1 },
    },
  },
  dev: {
    deployed: true,
    keepData: false,
    logRetentionDays: 14,
    monthlyBudgetUsd: 20,
    apiRequestsPerSecond: 50,
    queriesPerKey,
    perAddress,
    attempts,
  },
  staging: {
    deployed: true,
    keepData: false,
    logRetentionDays: 30,
    monthlyBudgetUsd: 50,
    apiRequestsPerSecond: 200,
    queriesPerKey,
    perAddress,
    attempts,
  },
  prod: {
    deployed: true,
    keepData: true,
    logRetentionDays: 365,
    monthlyBudgetUsd: 500,
    apiRequestsPerSecond: 1000,
    queriesPerKey,
    perAddress,
    attempts,
  },
};

/** Model of the local stand-in of OpenAI. */
export const builtInModel = 'antecede-builtin';

export function isEnvironmentName(name: unknown): name is EnvironmentName {
  return environmentNames.some((known) => known === name);
}

/** Settings of the environment `local`, which has no settings file. */
const localSettings: Settings = {
  account: '000000000000',
  region: 'us-east-1',
  mail: { from: 'no-reply@antecede.example', domain: 'create', sandboxRecipients: [] },
  alertEmail: 'operator@antecede.example',
  firewall: { site: 'create', users: 'create' },
  segmentsAtOnce: 10,
  buildsAtOnce: 3,
  visitorConcurrency: 3,
  routeRequestsPerSecond: {},
  searchMemoryMb: defaultSearchMemoryMb,
  keepWarm: { indexes: [], everyMinutes: 5 },
  links: {
    partnerSiteUrl: 'https://partner.antecede.example/invalidation',
    salesEmail: 'sales@antecede.example',
    blogUrl: 'https://blog.antecede.example',
    socialUrls: ['https://linkedin.antecede.example'],
  },
  postalAddress: 'Antecede, 1 Example Street, Example City, DE 00000, USA',
  originSecretVersion: 1,
  userPoolVersion: 1,
  formerUserPool: false,
  formerExports: false,
  rotateEncryptionKey: false,
  countPageViews: false,
  breachedPasswords: true,
  assistant: assistantModelSchema.parse({ model: builtInModel, supportModel: 'none' }),
};

/** Returns one environment: its sizes and its operator's settings. The environment `local` takes no settings. */
export function resolveEnvironment(name: EnvironmentName, given?: Settings): Environment {
  const settings = name === 'local' ? localSettings : given;
  if (!settings) throw new Error(`${name} needs settings: infra/environments/${name}.json`);
  const { mail, monthlyBudgetUsd, requestsPerSecond, ...same } = settings;
  return {
    name,
    ...sizing[name],
    ...same,
    monthlyBudgetUsd: monthlyBudgetUsd ?? sizing[name].monthlyBudgetUsd,
    apiRequestsPerSecond: requestsPerSecond ?? sizing[name].apiRequestsPerSecond,
    mailFrom: mail.from,
    mailDomainExists: mail.domain === 'existing',
    sandboxRecipients: mail.sandboxRecipients,
  };
}
