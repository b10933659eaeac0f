import { type ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import type { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import type { KMSClient } from '@aws-sdk/client-kms';
import {
  GetAccountSettingsCommand,
  GetFunctionUrlConfigCommand,
  InvokeCommand,
  type LambdaClient,
} from '@aws-sdk/client-lambda';
import {
  GetAccountCommand,
  GetEmailIdentityCommand,
  type SESv2Client,
} from '@aws-sdk/client-sesv2';
import { ListSubscriptionsByTopicCommand, type SNSClient } from '@aws-sdk/client-sns';
import { paginateDescribeParameters, type SSMClient } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, type STSClient } from '@aws-sdk/client-sts';
import type { EnvironmentName } from '#infra/environments.ts';
import { essentialFunctions, type Settings, visitorFunctions } from '#infra/settings.ts';
import { clusterBill, clusterUsd } from '#ops/cost/cluster-bill.ts';
import type { TriedModel } from '#shared/assistant-model.ts';
import type { AskBackup } from './ask-backup.ts';
import { checkVault } from './check-vault.ts';
import { type Finding, note, ok, stop } from './finding.ts';
import { outputsOf, senderRecords } from './stack-outputs.ts';
import { unlessMissing } from './unless-missing.ts';

export interface Preflight {
  findings: Finding[];
  /** True the first time: Cognito takes a verified sender only, and the stack `Data` makes it. */
  dataOnly: boolean;
}

/** Clients for the region of the settings; `acm` is for us-east-1. */
export interface Clients {
  sts: STSClient;
  cloudFormation: CloudFormationClient;
  acm: ACMClient;
  ses: SESv2Client;
  lambda: LambdaClient;
  ssm: SSMClient;
  sns: SNSClient;
  kms: KMSClient;
  askBackup: AskBackup;
}

/** What is checked: one environment with its settings, and the stacks of it that exist. */
interface Subject {
  name: EnvironmentName;
  settings: Settings;
  clients: Clients;
  /** Outputs of the stacks that exist, by the end of their names: `data`. */
  deployed: ReadonlyMap<string, Record<string, string>>;
}

type Check = (subject: Subject) => Promise<Finding>;

/** Version of `cdk bootstrap` that the templates ask for. */
const bootstrapVersion = 6;

/** With fewer concurrent executions, a few people at the same time already reach the limit. */
const comfortableConcurrency = 100;
/** Lambda refuses to keep instances for functions when fewer than these are left for all others. */
const leastUnreserved = 100;

/**
 * Asks the account whether a deployment of these settings can succeed. Changes nothing, and reads no secret's value: a function
 * of the installation asks the model. With credentials of another account it checks nothing else.
 */
export async function preflight(
  name: EnvironmentName,
  settings: Settings,
  clients: Clients,
): Promise<Preflight> {
  const account = await checkAccount(settings, clients);
  if (account.level === 'stop') return { findings: [account], dataOnly: false };
  const deployed = new Map<string, Record<string, string>>();
  for (const stack of ['data', 'assistant', 'watch', 'cluster']) {
    const outputs = await outputsOf(clients, `antecede-${name}-${stack}`);
    if (outputs) deployed.set(stack, outputs);
  }
  const subject: Subject = { name, settings, clients, deployed };
  const findings = await Promise.all(checks.map((check) => check(subject)));
  return {
    findings: [account, ...findings],
    dataOnly: settings.mail.domain === 'create' && !deployed.has('data'),
  };
}

async function checkAccount({ account }: Settings, { sts }: Clients): Promise<Finding> {
  const { Account } = await sts.send(new GetCallerIdentityCommand({}));
  if (Account === account) return ok('Account', account);
  return stop('Account', `The credentials are those of ${Account}, the settings name ${account}.`);
}

const checks: Check[] = [
  async function checkBootstrap({ settings: { account, region }, clients }) {
    const outputs = await outputsOf(clients, 'CDKToolkit');
    const version = Number(outputs?.BootstrapVersion ?? 0);
    if (version >= bootstrapVersion) return ok('Bootstrap', `version ${version} in ${region}`);
    return stop(
      'Bootstrap',
      `The region is not prepared for CDK, or too long ago: run npx cdk bootstrap aws://${account}/${region}`,
    );
  },

  async function checkCertificate({ settings: { domain }, clients: { acm } }) {
    if (!domain) return ok('Domain', 'none: the app gets a name of CloudFront');
    const { certificateArn, name } = domain;
    const found = await unlessMissing(
      acm.send(new DescribeCertificateCommand({ CertificateArn: certificateArn })),
    );
    const certificate = found?.Certificate;
    if (!certificate) return stop('Certificate', `There is no ${certificateArn}.`);
    if (certificate.Status !== 'ISSUED')
      return stop(
        'Certificate',
        `It is ${certificate.Status}, not ISSUED: publish its validation records in DNS and wait.`,
      );
    const names = certificate.SubjectAlternativeNames ?? [];
    const wildcard = name.replace(/^[^.]+/, '*');
    if (names.includes(name) || names.includes(wildcard)) return ok('Certificate', name);
    return stop('Certificate', `It is for ${names.join(', ')}, not for ${name}.`);
  },

  async function checkMailDomain({ settings: { mail }, clients: { ses }, deployed }) {
    const domain = mail.from.replace(/^.*@/, '');
    const identity = await unlessMissing(
      ses.send(new GetEmailIdentityCommand({ EmailIdentity: domain })),
    );
    const data = deployed.get('data');
    const madeHere = data?.SenderRecord1?.includes(`._domainkey.${domain} `) ?? false;
    if (mail.domain === 'create' && data && !madeHere)
      return stop(
        'Mail domain',
        `This environment did not make ${domain}. Mail must not wait for a new domain: run aws sesv2 create-email-identity --email-identity ${domain}, publish the records that it prints, and set mail.domain to "existing".`,
      );
    if (identity?.VerifiedForSendingStatus)
      return mail.domain === 'create' && !data
        ? stop(
            'Mail domain',
            `SES knows ${domain} already: set mail.domain to "existing", or the deployment collides with it.`,
          )
        : ok('Mail domain', `${domain} is verified`);
    if (mail.domain === 'existing')
      return stop('Mail domain', `SES has not verified ${domain}: set mail.domain to "create".`);
    return data
      ? stop(
          'Mail domain',
          `SES has not verified ${domain} yet. Publish these DNS records and run this again later:\n${senderRecords(data)}`,
        )
      : note('Mail domain', `${domain} is new: only the stack Data is deployed now.`);
  },

  async function checkSandbox({ settings: { mail }, clients: { ses } }) {
    const { ProductionAccessEnabled } = await ses.send(new GetAccountCommand({}));
    if (ProductionAccessEnabled)
      return mail.sandboxRecipients.length > 0
        ? note('Mail', 'The account has left the sandbox: empty mail.sandboxRecipients.')
        : ok('Mail', 'the account may write to everybody');
    const allowed = mail.sandboxRecipients.join(', ') || 'nobody';
    return note(
      'Mail',
      `The account is in the sandbox of SES: ${allowed} (mail.sandboxRecipients) can get mail, and nobody else can sign up. Request production access.`,
    );
  },

  async function checkConcurrency({
    settings: { segmentsAtOnce, visitorConcurrency = 0, essentialConcurrency = 0, queryUrl },
    clients: { lambda },
  }) {
    const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}));
    const most = AccountLimit?.ConcurrentExecutions ?? 0;
    if (segmentsAtOnce > most / 2)
      return stop(
        'Concurrency',
        `The account runs ${most} functions at a time, and a build alone would take ${segmentsAtOnce} (segmentsAtOnce): set at most ${Math.floor(most / 2)}, or request a higher quota.`,
      );
    const kept =
      visitorConcurrency * visitorFunctions +
      essentialConcurrency * essentialFunctions +
      (queryUrl?.concurrency ?? 0);
    if (kept > 0 && most - kept < leastUnreserved)
      return stop(
        'Concurrency',
        `The account runs ${most} functions at a time, and Lambda keeps ${leastUnreserved} of them for all: ${kept} cannot be kept for single functions (visitorConcurrency, essentialConcurrency, queryUrl). Request a higher quota, or leave the settings out.`,
      );
    return most < comfortableConcurrency
      ? note(
          'Concurrency',
          `The account runs only ${most} functions at a time: request a higher quota of Lambda (Concurrent executions).`,
        )
      : ok('Concurrency', `${most} functions at a time`);
  },

  async function checkQueryUrl({ name, settings: { queryUrl }, clients: { lambda } }) {
    if (!queryUrl) return ok('Query URL', 'none: searches come through the HTTP API');
    const found = await unlessMissing(
      lambda.send(
        new GetFunctionUrlConfigCommand({ FunctionName: `antecede-${name}-query-index` }),
      ),
    );
    const domain = found && new URL(found.FunctionUrl!).hostname;
    if (domain === queryUrl.domain)
      return domain
        ? ok('Query URL', domain)
        : note('Query URL', 'Deploy once. The address that is then there is for queryUrl.domain.');
    if (queryUrl.domain)
      return stop(
        'Query URL',
        `queryUrl.domain is not the address of the function, so that all searches would fail: ${domain ? `set it to "${domain}".` : 'leave it out of the first deployment.'}`,
      );
    return note('Query URL', `CloudFront does not use it yet: set queryUrl.domain to "${domain}".`);
  },

  async function checkCluster({ name, settings: { cluster }, deployed }) {
    const managed = cluster?.managed;
    if (!managed && deployed.has('cluster')) {
      const stack = `antecede-${name}-cluster`;
      return note(
        'Cluster',
        `The settings no longer make the domain of ${stack}, which goes on to cost money. When this is deployed and its indexes are built elsewhere, delete the stack, then the domain: aws cloudformation delete-stack --stack-name ${stack} && aws opensearch delete-domain --domain-name ${stack}`,
      );
    }
    if (!cluster) return ok('Cluster', 'none: functions hold all indexes');
    if (!managed) return ok('Cluster', `${cluster.endpoint}, which exists`);
    const bill = clusterBill(managed);
    return note(
      'Cluster',
      `It costs ${Math.round(clusterUsd(managed))} USD a month in us-east-1, used or not: ${bill.map(({ what }) => what).join(', ')}.`,
    );
  },

  async function checkBackups({
    name,
    settings: { account, region, vault },
    clients: { askBackup: ask, kms },
  }) {
    if (!vault) return ok('Vault', 'none: backups stay in this account');
    return checkVault({ name, account, region, vault: vault.copyTo }, { ask, kms });
  },

  async function checkSecrets({ name, settings: { canary }, clients: { ssm } }) {
    const wanted = ['stripe', 'openai', ...(canary ? ['canary'] : [])];
    const found = new Set<string | undefined>();
    const Values = wanted.map((secret) => `antecede-${name}-${secret}`);
    // Their descriptions only: a deployment reads no secret.
    const pages = paginateDescribeParameters(
      { client: ssm },
      { ParameterFilters: [{ Key: 'Name', Option: 'Equals', Values }] },
    );
    for await (const { Parameters = [] } of pages) {
      for (const { Name } of Parameters) found.add(Name);
    }
    const unset = wanted.filter((secret) => !found.has(`antecede-${name}-${secret}`));
    if (unset.length === 0) return ok('Secrets', 'set');
    return note('Secrets', `Not set: ${unset.join(', ')}. What needs them says so to its users.`);
  },

  async function checkAssistant({ name, settings: { assistant }, clients: { lambda }, deployed }) {
    const later =
      'Its model is asked by the next deployment: this one makes the function that does it.';
    if (!deployed.has('assistant')) return note('Assistant', later);
    const tried = await unlessMissing(
      lambda.send(
        new InvokeCommand({
          FunctionName: `antecede-${name}-try-model`,
          Payload: JSON.stringify({ settings: assistant }),
        }),
      ),
    );
    if (!tried) return note('Assistant', later);
    const answer = tried.Payload?.transformToString() ?? '';
    if (tried.FunctionError)
      return note('Assistant', `try-model failed: see its log. ${answer.slice(0, 200)}`);
    const result = JSON.parse(answer) as TriedModel;
    const { endpoint = 'OpenAI' } = assistant;
    if ('isUnset' in result)
      return note('Assistant', 'It has no key yet, and says so to its users.');
    if ('isOtherEndpoint' in result)
      return note(
        'Assistant',
        `The key is not sent to ${endpoint} before the settings are deployed. Run npm run deploy -- --check afterwards.`,
      );
    if ('answers' in result)
      return ok('Assistant', `${result.answers.join(' and ')} of ${endpoint} answers`);
    if (!result.isRefused)
      return note('Assistant', `${endpoint} does not answer now (${result.text}).`);
    return stop(
      'Assistant',
      `${endpoint} refuses ${result.model} (${result.text}): see assistant in the settings, and the key in antecede-${name}-openai.`,
    );
  },

  async function checkAlarms({ settings: { alertEmail }, clients: { sns }, deployed }) {
    const topic = deployed.get('watch')?.AlarmTopic;
    if (!topic) return note('Alarms', `${alertEmail} gets a mail to confirm the subscription.`);
    const { Subscriptions = [] } = await sns.send(
      new ListSubscriptionsByTopicCommand({ TopicArn: topic }),
    );
    const mine = Subscriptions.find(({ Endpoint }) => Endpoint === alertEmail);
    return mine?.SubscriptionArn?.startsWith('arn:')
      ? ok('Alarms', `${alertEmail} gets them`)
      : note('Alarms', `${alertEmail} has not confirmed the subscription: nobody gets alarms.`);
  },
];
