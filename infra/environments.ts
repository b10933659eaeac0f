export const environmentNames = ['local', 'dev', 'staging', 'prod'] as const;
export type EnvironmentName = (typeof environmentNames)[number];

/** All that differs from one environment to another. Stacks read fields, never the name. */
export interface Environment {
  name: EnvironmentName;
  /** Absent: the account of the credentials that deploy. */
  account?: string;
  region: string;
  /** False on one machine: no firewall, access logs, alarms or traces; the password sign-in flow is open to plain-HTTP tools. */
  deployed: boolean;
  /** Tables, buckets and users survive the deletion of their stack, and deleting them takes two steps. */
  keepData: boolean;
  logRetentionDays: 1 | 14 | 30 | 365;
  /** Own domain. Without one the app answers on CloudFront's. */
  domain?: { name: string; certificateArn: string };
  /** Web ACL made elsewhere; required outside us-east-1 (see `stacks/edge.ts`). */
  webAclArn?: string;
  /** Sender of every mail. Its domain is verified with SES. */
  mailFrom: string;
  /** Who hears about alarms and budgets. */
  alertEmail?: string;
  monthlyBudgetUsd: number;
  /** Requests per second the API takes before it answers 429 to everybody. */
  apiRequestsPerSecond: number;
  links: { partnerSiteUrl: string; salesEmail: string; blogUrl: string };
}

type Sizing = Pick<
  Environment,
  'deployed' | 'keepData' | 'logRetentionDays' | 'monthlyBudgetUsd' | 'apiRequestsPerSecond'
>;

const sizing: Record<EnvironmentName, Sizing> = {
  local: {
    deployed: false,
    keepData: false,
    logRetentionDays: 1,
    monthlyBudgetUsd: 0,
    apiRequestsPerSecond: 1000,
  },
  dev: {
    deployed: true,
    keepData: false,
    logRetentionDays: 14,
    monthlyBudgetUsd: 20,
    apiRequestsPerSecond: 50,
  },
  staging: {
    deployed: true,
    keepData: false,
    logRetentionDays: 30,
    monthlyBudgetUsd: 50,
    apiRequestsPerSecond: 200,
  },
  prod: {
    deployed: true,
    keepData: true,
    logRetentionDays: 365,
    monthlyBudgetUsd: 500,
    apiRequestsPerSecond: 1000,
  },
};

export function isEnvironmentName(name: unknown): name is EnvironmentName {
  return environmentNames.some((known) => known === name);
}

/**
 * Settles one environment. `setting` reads what the operator gave with `-c key=value`: `account`,
 * `region`, `domain` with `certificateArn`, `webAclArn`, `mailFrom`, `alertEmail`, `partnerSiteUrl`,
 * `salesEmail`, `blogUrl`. Throws when they contradict each other.
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
  };
}
