import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Duration } from 'aws-cdk-lib';
import { CfnDistribution } from 'aws-cdk-lib/aws-cloudfront';
import {
  AccountRecovery,
  ClientAttributes,
  Mfa,
  UserPool,
  type UserPoolClientOptions,
  type UserPoolProps,
} from 'aws-cdk-lib/aws-cognito';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { afterEach, expect, test } from 'vitest';
import { addPageFiles, synthesizeTestApp } from '#local/assembly/test-app.ts';
import { type Cloud, startCloud } from '#local/cloud.ts';

const folders: string[] = [];
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'firewall-'));
  folders.push(made);
  return made;
};
let cloud: Cloud | undefined;
afterEach(async () => {
  await cloud?.close();
  cloud = undefined;
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

const visibilityConfig = {
  cloudWatchMetricsEnabled: false,
  sampledRequestsEnabled: false,
  metricName: 'm',
};
type Rule = Omit<CfnWebACL.RuleProperty, 'visibilityConfig' | 'name' | 'priority'>;
type Limit = Omit<CfnWebACL.RateBasedStatementProperty, 'aggregateKeyType'>;

const rate = (limit: Limit, block: CfnWebACL.BlockActionProperty = {}): Rule => ({
  action: { block },
  statement: { rateBasedStatement: { aggregateKeyType: 'IP', ...limit } },
});
const managed: Rule = {
  overrideAction: { none: {} },
  statement: { managedRuleGroupStatement: { vendorName: 'AWS', name: 'Common' } },
};

/** The local Cognito is one kind of pool: the product's, see `infra/stacks/identity.ts`. */
const poolOfTheProduct: UserPoolProps = {
  selfSignUpEnabled: true,
  signInAliases: { email: true },
  signInCaseSensitive: false,
  autoVerify: { email: true },
  keepOriginal: { email: true },
  passwordPolicy: {
    minLength: 10,
    requireLowercase: false,
    requireUppercase: false,
    requireDigits: false,
    requireSymbols: false,
    tempPasswordValidity: Duration.days(7),
  },
  standardAttributes: { email: { required: true, mutable: true } },
  mfa: Mfa.OPTIONAL,
  mfaSecondFactor: { otp: true, sms: false },
  accountRecovery: AccountRecovery.EMAIL_ONLY,
};

const emailOnly = new ClientAttributes().withStandardAttributes({ email: true });

const clientOfTheProduct: UserPoolClientOptions = {
  authFlows: { userPassword: true, userSrp: true },
  disableOAuth: true,
  preventUserExistenceErrors: true,
  accessTokenValidity: Duration.hours(1),
  idTokenValidity: Duration.hours(1),
  refreshTokenValidity: Duration.days(30),
  enableTokenRevocation: true,
  generateSecret: false,
  writeAttributes: emailOnly,
  readAttributes: emailOnly,
};

/** Starts a cloud with a user pool and a distribution, each behind these rules. */
async function start(rules: { pool?: Rule[]; edge?: Rule[] }): Promise<Cloud> {
  const assemblyDir = synthesizeTestApp(({ stack }) => {
    const all = stack('all');
    const acl = (id: string, scope: string, list: Rule[] = []) =>
      new CfnWebACL(all, id, {
        scope,
        visibilityConfig,
        defaultAction: { allow: {} },
        rules: list.map((rule, priority) => ({
          ...rule,
          priority,
          visibilityConfig,
          name: `${id}${priority}`,
        })),
      });
    addPageFiles(all);
    const pool = new UserPool(all, 'Users', poolOfTheProduct);
    pool.addClient('Browser', clientOfTheProduct);
    new CfnWebACLAssociation(all, 'OfUsers', {
      resourceArn: pool.userPoolArn,
      webAclArn: acl('PoolAcl', 'REGIONAL', rules.pool).attrArn,
    });
    new CfnDistribution(all, 'Distribution', {
      distributionConfig: {
        enabled: true,
        defaultCacheBehavior: { targetOriginId: 'web', viewerProtocolPolicy: 'https-only' },
        origins: [{ id: 'web', domainName: 'web.example.com', s3OriginConfig: {} }],
        webAclId: acl('EdgeAcl', 'CLOUDFRONT', rules.edge).attrArn,
      },
    });
  });
  const webDir = folder();
  for (const page of ['index', 'app']) {
    writeFileSync(join(webDir, `${page}.html`), '<title>app</title>');
  }
  cloud = await startCloud({ port: 0, dataDir: folder(), assemblyDir, webDir });
  return cloud;
}

async function callPool({ endpoint }: Cloud, operation: string): Promise<string> {
  const answer = await fetch(`${endpoint}/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: '{}',
  });
  return (await answer.json()).__type;
}

async function visit({ origin }: Cloud): Promise<number> {
  return (await fetch(`${origin}/`)).status;
}

const times = async <T>(count: number, act: () => Promise<T>): Promise<T[]> => {
  const results: T[] = [];
  for (let at = 0; at < count; at++) results.push(await act());
  return results;
};

const mailing: CfnWebACL.StatementProperty = {
  regexMatchStatement: {
    fieldToMatch: { singleHeader: { Name: 'x-amzn-cognito-operation-name' } },
    regexString: '^(SignUp|ForgotPassword)$',
    textTransformations: [{ priority: 0, type: 'NONE' }],
  },
};

test('calls of the user pool are limited by the operations that a rule is scoped down to', async () => {
  const running = await start({
    pool: [rate({ limit: 10, scopeDownStatement: mailing }), rate({ limit: 25 }), managed],
  });
  const mails = await times(12, () => callPool(running, 'SignUp'));
  expect(mails.slice(0, 10)).not.toContain('ForbiddenException');
  expect(mails.slice(10)).toEqual(['ForbiddenException', 'ForbiddenException']);
  expect(await callPool(running, 'ForgotPassword')).toBe('ForbiddenException');
  // Requests that the first rule refused did not reach the second.
  const others = await times(16, () => callPool(running, 'InitiateAuth'));
  expect(others.slice(0, 15)).not.toContain('ForbiddenException');
  expect(others.at(-1)).toBe('ForbiddenException');
  expect(await visit(running)).toBe(200);

  await running.clock.advance(6 * 60_000);
  expect(await callPool(running, 'SignUp')).not.toBe('ForbiddenException');
});

test('requests to the app are refused with the status of the rule, within its window', async () => {
  const running = await start({
    edge: [
      managed,
      rate({ limit: 10, evaluationWindowSec: 60 }, { customResponse: { responseCode: 429 } }),
    ],
  });
  expect(await times(12, () => visit(running))).toEqual([...Array(10).fill(200), 429, 429]);
  await running.clock.advance(30_000);
  expect(await visit(running)).toBe(429);
  await running.clock.advance(66_000);
  expect(await visit(running)).toBe(200);
});

test('requests for one path are limited by a rule that is scoped down to it', async () => {
  const scopeDownStatement = {
    regexMatchStatement: {
      fieldToMatch: { uriPath: {} },
      regexString: '^/limited$',
      textTransformations: [{ priority: 0, type: 'NONE' }],
    },
  };
  const block = { customResponse: { responseCode: 429 } };
  const { origin } = await start({ edge: [rate({ limit: 10, scopeDownStatement }, block)] });
  const statusOf = async (path: string) => (await fetch(`${origin}${path}`)).status;
  expect(await times(11, () => statusOf('/limited?with=query'))).toEqual([
    ...Array(10).fill(200),
    429,
  ]);
  expect(await statusOf('/limited')).toBe(429);
  expect(await statusOf('/limited/further')).toBe(200);
});

test.each<[string, Rule]>([
  [
    'ByteMatchStatement',
    {
      action: { block: {} },
      statement: {
        byteMatchStatement: {
          fieldToMatch: { uriPath: {} },
          positionalConstraint: 'EXACTLY',
          searchString: '/admin',
          textTransformations: [{ priority: 0, type: 'NONE' }],
        },
      },
    },
  ],
  [
    'GeoMatchStatement',
    rate({ limit: 10, scopeDownStatement: { geoMatchStatement: { countryCodes: ['AQ'] } } }),
  ],
  ['Action', { ...rate({ limit: 10 }), action: { captcha: {} } }],
  ['ManagedRuleGroupStatement', { ...managed, overrideAction: { count: {} } }],
  [
    'AggregateKeyType',
    {
      ...rate({ limit: 10 }),
      statement: { rateBasedStatement: { limit: 10, aggregateKeyType: 'CONSTANT' } },
    },
  ],
])('a rule that is not emulated is refused at the start: %s', async (what, rule) => {
  await expect(start({ edge: [rule] })).rejects.toThrow(what);
});
