import type { Attempt } from '#functions/store/attempts.ts';

export const environmentNames = ['local', 'dev', 'staging', 'prod'] as const;
export type EnvironmentName = (typeof environmentNames)[number];

/** All that differs from one environment to another. Stacks read fields, never the name. */
export interface Environment {
  name: EnvironmentName;
  /** Absent: the account of the credentials that deploy. */
  account?: string;
  region: string;
  /** False on one machine: no access logs, alarms or traces; the password sign-in flow is open to plain-HTTP tools. */
  deployed: boolean;
  /** Tables, buckets and users survive the deletion of their stack, and deleting them takes two steps. */
  keepData: boolean;
  logRetentionDays: 1 | 14 | 30 | 365;
  /** Own domain. Without one the app answers on CloudFront's. */
  domain?: { name: string; certificateArn: string };
  /** Web ACL of CloudFront made elsewhere; required outside us-east-1 (see `stacks/edge.ts`). */
  webAclArn?: string;
  /** Sender of every mail. Its domain is verified with SES. */
  mailFrom: string;
  /** Who hears about alarms and budgets. */
  alertEmail?: string;
  monthlyBudgetUsd: number;
  /** Requests per second the API takes before it answers 429 to everybody. */
  apiRequestsPerSecond: number;
  /** Of one API key: steadily, and at once after a rest. */
  queriesPerKey: { perSecond: number; burst: number };
  /** Requests in five minutes from one address. */
  perAddress: {
    /** Of pages and of the API. */
    requests: number;
    /** To the user pool; a sign-in is three. */
    signInCalls: number;
    /** To the user pool, each of which may send a mail to an address of the caller's choice. */
    mails: number;
  };
  /** With one address or in its name: how many at once, and after how many seconds there is one more. */
  attempts: Record<Attempt, { burst: number; seconds: number }>;
  links: { partnerSiteUrl: string; salesEmail: string; blogUrl: string };
  /** Of the payment provider, `pk_…`. Without it the browser offers no payment form. */
  stripePublishableKey?: string;
  /** Of the operator, for the footer and the legal pages. */
  postalAddress: string;
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

/** A program that works through a list is not held up by it; one that copies an index is. */
const queriesPerKey = { perSecond: 10, burst: 100 };

/**
 * Far above a person and a crowded office on a Monday, below a scraper and somebody with a list of stolen
 * passwords. API keys have limits of their own.
 */
const perAddress = { requests: 10_000, signInCalls: 1000, mails: 50 };

/**
 * Whoever knows an address can use its attempts up. So there are as many as guessing does not profit from
 * and as soon again as a person waits: 3,000 sign-ins a day are nothing against ten characters.
 */
const attempts: Environment['attempts'] = {
  sign_up: { burst: 5, seconds: 600 },
  sign_in: { burst: 20, seconds: 30 },
  invite: { burst: 5, seconds: 3600 },
  verify_address: { burst: 5, seconds: 600 },
};

const sizing: Record<EnvironmentName, Sizing> = {
  local: {
    deployed: false,
    keepData: false,
    logRetentionDays: 1,
    monthlyBudgetUsd: 0,
    apiRequestsPerSecond: 1000,
    // Benchmarks and tests send theirs without a pause, and everybody on one machine has one address.
    queriesPerKey: { perSecond: 1000, burst: 1000 },
    perAddress: { requests: 10_000_000, signInCalls: 1_000_000, mails: 100_000 },
    attempts: {
      sign_up: { burst: 10, seconds: 60 },
      sign_in: { burst: 50, seconds: 5 },
      invite: { burst: 10, seconds: 60 },
      verify_address: { burst: 5, seconds: 60 },
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

export function isEnvironmentName(name: unknown): name is EnvironmentName {
  return environmentNames.some((known) => known === name);
}

/**
 * Settles one environment. `setting` reads what the operator gave with `-c key=value`: `account`,
 * `region`, `domain` with `certificateArn`, `webAclArn`, `mailFrom`, `alertEmail`, `partnerSiteUrl`,
 * `salesEmail`, `blogUrl`, `postalAddress`, `stripePublishableKey`. Throws when they contradict each other.
 */
export function resolveEnvironment(
  name: EnvironmentName,
  setting: (key: string) => string | undefined,
): Environment {
  const { deployed } = sizing[name];
  const domain = setting('domain');
  const certificateArn = setting('certificateArn');
  if ((domain === undefined) !== (certificateArn === undefined)) {
    throw new Error(
      'An own domain needs both: -c domain=search.example.com -c certificateArn=arn:aws:acm:us-east-1:…',
    );
  }
  const mailDomain = domain ?? 'antecede.example';
  return {
    name,
    ...sizing[name],
    account: deployed ? setting('account') : '000000000000',
    region: (deployed && setting('region')) || 'us-east-1',
    domain: domain && certificateArn ? { name: domain, certificateArn } : undefined,
    webAclArn: setting('webAclArn'),
    mailFrom: setting('mailFrom') ?? `no-reply@${mailDomain}`,
    alertEmail: setting('alertEmail'),
    links: {
      partnerSiteUrl: setting('partnerSiteUrl') ?? `https://partner.${mailDomain}/invalidation`,
      salesEmail: setting('salesEmail') ?? `sales@${mailDomain}`,
      blogUrl: setting('blogUrl') ?? `https://blog.${mailDomain}`,
    },
    stripePublishableKey: setting('stripePublishableKey'),
    postalAddress:
      setting('postalAddress') ?? 'Antecede, 1 Example Street, Example City, DE 00000, USA',
  };
}
