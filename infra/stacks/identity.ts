import { type App, Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  AccountRecovery,
  ClientAttributes,
  FeaturePlan,
  Mfa,
  StringAttribute,
  UserPool,
  type UserPoolClient,
  UserPoolEmail,
  UserPoolOperation,
  VerificationEmailStyle,
} from 'aws-cdk-lib/aws-cognito';
import { acknowledge } from '#infra/constructs/acknowledge.ts';
import { EnvironmentStack, physicalName } from '#infra/constructs/environment-stack.ts';
import { createJob } from '#infra/constructs/job-function.ts';
import { createUserPoolFirewall } from '#infra/edge/user-pool-firewall.ts';
import type { Environment } from '#infra/environments.ts';
import { jobsOf } from '#infra/functions.ts';
import type { Foundation } from '#infra/platform.ts';
import { limits } from '#shared/limits.ts';

/** The user pool with its triggers, its optional web ACL, and the client of the browser app. */
export class IdentityStack extends EnvironmentStack {
  readonly userPool: UserPool;
  readonly client: UserPoolClient;

  constructor(
    app: App,
    environment: Environment,
    configurationSetName: string,
    foundation: Foundation,
  ) {
    super(app, 'Identity', environment, 'User pool and the client of the browser app');
    const { userPoolVersion, formerUserPool, firewall } = environment;
    this.userPool = this.createPool(poolId(userPoolVersion), configurationSetName);
    this.client = this.createClient(this.userPool);
    const pools = [this.userPool];
    if (formerUserPool) pools.push(this.keepFormer(userPoolVersion - 1, configurationSetName));
    if (firewall.users === 'create') createUserPoolFirewall(this, pools);
    for (const job of jobsOf('Identity')) {
      const { trigger } = job;
      if (typeof trigger !== 'object' || !('userPool' in trigger)) continue;
      const { lambda } = createJob(this, job, foundation);
      for (const operation of trigger.userPool) {
        for (const pool of pools) pool.addTrigger(UserPoolOperation.of(operation), lambda);
      }
    }
  }

  /**
   * The pool before, as it was, in the one deployment in which other stacks still import it. It may be gone: CloudFormation asks
   * nothing of a resource whose template is the same, and knows its id (ADR 115).
   */
  private keepFormer(version: number, configurationSetName: string): UserPool {
    const pool = this.createPool(poolId(version), configurationSetName);
    const client = this.createClient(pool);
    for (const one of [pool, client]) one.applyRemovalPolicy(RemovalPolicy.RETAIN);
    for (const value of [pool.userPoolId, pool.userPoolArn, client.userPoolClientId]) {
      this.exportValue(value);
    }
    return pool;
  }

  private createPool(id: string, configurationSetName: string): UserPool {
    const { keepData, mailFrom, region } = this.settings;
    const pool = new UserPool(this, id, {
      userPoolName: physicalName(this.settings, 'users'),
      featurePlan: FeaturePlan.ESSENTIALS,
      selfSignUpEnabled: true,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      // A new address replaces the old one only after it is verified.
      keepOriginal: { email: true },
      standardAttributes: {
        email: { required: true, mutable: true },
        fullname: { required: false, mutable: true },
      },
      customAttributes: {
        role: new StringAttribute({ maxLen: 20, mutable: true }),
        org_id: new StringAttribute({ maxLen: 200, mutable: true }),
      },
      passwordPolicy: {
        minLength: limits.passwordMinLength,
        requireLowercase: false,
        requireUppercase: false,
        requireDigits: false,
        requireSymbols: false,
        tempPasswordValidity: Duration.days(7),
      },
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      email: UserPoolEmail.withSES({
        fromEmail: mailFrom,
        fromName: 'Antecede',
        sesRegion: region,
        sesVerifiedDomain: mailFrom.replace(/^.*@/, ''),
        configurationSetName,
      }),
      // `word-account-mail` writes each mail, because a pool has only one text for all codes.
      userVerification: { emailStyle: VerificationEmailStyle.CODE },
      deletionProtection: keepData,
      removalPolicy: keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    acknowledge(pool, {
      'AwsSolutions-COG1':
        'The product requires only a minimum length (10 characters): NIST SP 800-63B advises against character classes.',
      'AwsSolutions-COG2':
        'Each organization decides whether its members need a second factor, and the API enforces it: ADR 023.',
      'AwsSolutions-COG8':
        'Threat protection needs the Plus plan, priced per active user; an environment costs nearly nothing when idle.',
    });
    return pool;
  }

  private createClient(pool: UserPool): UserPoolClient {
    const own = new ClientAttributes().withStandardAttributes({ email: true, fullname: true });
    return pool.addClient('Browser', {
      userPoolClientName: physicalName(this.settings, 'browser'),
      generateSecret: false,
      disableOAuth: true,
      // In the local cloud, tools may sign in with one request that holds the password.
      authFlows: { userSrp: true, userPassword: !this.settings.deployed },
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      idTokenValidity: Duration.hours(1),
      accessTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(30),
      // A refresh replaces the token (ADR 049). Two tabs may refresh at once, and an answer may be lost.
      refreshTokenRotationGracePeriod: Duration.seconds(60),
      // Clients must not write role and organization, although the API reads both from the user record only.
      writeAttributes: own,
      readAttributes: new ClientAttributes()
        .withStandardAttributes({ email: true, emailVerified: true, fullname: true })
        .withCustomAttributes('role', 'org_id'),
    });
  }
}

const poolId = (version: number) => (version === 1 ? 'Users' : `Users${version}`);
