import { join } from 'node:path';
import type { LambdaFunction } from '#local/assembly/functions.ts';
import type { Resource } from '#local/assembly/resource.ts';
import { resourceTypes } from '#local/assembly/resource-types.ts';
import type { LocalClock } from '#local/clock.ts';
import { openFailedEvents } from '#local/functions/failed-events.ts';
import type { Access } from '#local/iam/access.ts';
import type { CredentialStore } from '#local/iam/credentials.ts';
import { openCustomerRoles } from '#local/iam/customer-roles.ts';
import type { Role } from '#local/iam/roles.ts';
import { openCognito } from './cognito/cognito.ts';
import { openDynamoDB } from './dynamodb/dynamodb.ts';
import { openEvents } from './events/events.ts';
import { openKms } from './kms/kms.ts';
import { openLambda } from './lambda/lambda.ts';
import type { LinkSpeed } from './s3/link.ts';
import { openS3 } from './s3/s3.ts';
import { openScheduler } from './scheduler/scheduler.ts';
import type { InvokeFunction, Permission, Service } from './service.ts';
import { openSes } from './ses/ses.ts';
import { openSqs } from './sqs/sqs.ts';
import { openSsm } from './ssm/ssm.ts';
import { openStepFunctions } from './step-functions/step-functions.ts';
import { openSts } from './sts/sts.ts';

export interface ServicesOptions {
  dataDir: string;
  clock: LocalClock;
  region: string;
  account: string;
  credentials: CredentialStore;
  access: Access;
  /** Of the assembly; roles of customers are added. */
  roles: Map<string, Role>;
  functions: readonly LambdaFunction[];
  invoke: InvokeFunction;
  /** Hears the name of a function whose environment has changed. */
  renew(functionName: string): void;
  /** Queues of events that functions failed with, by the name of the function. */
  failureQueues: ReadonlyMap<string, string>;
  /** Hears of every execution of a workflow how it ended. */
  onExecutionEnd?(machineArn: string, status: string): void;
  /** Speed of the store's answers. */
  storeSpeed?: LinkSpeed;
  /** Called with the reason when a service cannot work for now. */
  onFault(error: unknown): void;
}

/** Opens every local service on its part of the data folder. */
export async function openServices(options: ServicesOptions) {
  const { clock, region, account, credentials, access, invoke, onFault } = options;
  const dataDir = join(options.dataDir, 'aws');
  const authorize = (roleArn: string, permission: Permission) =>
    access.requireRole(roleArn, [permission]);
  const sqs = await openSqs({ dataDir, clock, onFault });
  const giveUp = openFailedEvents(options.failureQueues, sqs.send, clock.now);
  const events = openEvents({ clock, region, account, send: sqs.send });
  const [dynamodb, kms, s3, ses, stepFunctions, scheduler] = await Promise.all([
    openDynamoDB({ dataDir, clock }),
    openKms({ dataDir }),
    openS3({
      dataDir,
      clock,
      speed: options.storeSpeed,
      findSigner(accessKeyId) {
        const found = credentials.find(accessKeyId);
        return (
          found && {
            secret: found.secretAccessKey,
            require: (permission) => access.require(found.caller, [permission]),
          }
        );
      },
    }),
    openSes({ dataDir, clock, region, account, publish: events.publish }),
    openStepFunctions({
      dataDir,
      clock,
      invoke,
      authorize,
      onFault,
      onEnd: options.onExecutionEnd,
    }),
    openScheduler({
      dataDir,
      clock,
      invoke,
      giveUp,
      onClockChange: clock.onChange,
      region,
      account,
      authorize,
      onFault,
    }),
  ]);
  const sendMail = ses.deliver;
  const cognito = await openCognito({ dataDir, clock, region, sendMail, invoke });
  const ssm = openSsm({ region, account });
  const lambda = openLambda({ functions: options.functions, invoke, renew: options.renew });
  const customers = await openCustomerRoles({
    file: join(dataDir, 'customer-roles.json'),
    account,
    roles: options.roles,
    makeBucket: (name) => s3.declare(bucketOf(name)),
  });
  const sts = openSts({ account, credentials, customers, now: clock.now });
  const all: Service[] = [
    dynamodb,
    kms,
    s3,
    ses,
    sqs,
    events,
    stepFunctions,
    scheduler,
    cognito,
    lambda,
    ssm,
    sts,
  ];
  return {
    all,
    giveUp,
    dynamodb,
    kms,
    s3,
    ses,
    sqs,
    stepFunctions,
    scheduler,
    cognito,
    ssm,
    customers,
  };
}

/** A bucket of a customer. */
const bucketOf = (name: string): Resource => ({
  stack: 'customer',
  logicalId: name,
  type: 'AWS::S3::Bucket',
  ref: name,
  attributes: {},
  properties: {},
  metadata: {},
});

export type Services = Awaited<ReturnType<typeof openServices>>;

/** Types that the host itself takes from the assembly. */
const hostTypes = new Set([
  'AWS::Lambda::Function',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Logs::SubscriptionFilter',
  'AWS::Lambda::Permission',
  'AWS::IAM::Role',
  'AWS::IAM::Policy',
  'AWS::IAM::ManagedPolicy',
  'AWS::S3::BucketPolicy',
  'AWS::SQS::QueuePolicy',
  'AWS::CloudWatch::Alarm',
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::Route',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Authorizer',
  'AWS::CloudFront::ResponseHeadersPolicy',
  'AWS::WAFv2::WebACL',
  'AWS::WAFv2::WebACLAssociation',
]);

/**
 * Declares every resource to the service of its type. Throws for a resource that has no service and is not
 * listed as inert.
 */
export async function declareResources(
  resources: readonly Resource[],
  services: readonly Service[],
): Promise<void> {
  for (const service of services) {
    for (const resource of resources) {
      if (!service.resourceTypes.includes(resource.type)) continue;
      await service.declare(resource).catch((error: Error) => {
        throw new Error(`${resource.stack}, ${resource.logicalId}: ${error.message}`, {
          cause: error,
        });
      });
    }
  }
  const taken = new Set([...hostTypes, ...services.flatMap((service) => service.resourceTypes)]);
  for (const { type, stack, logicalId } of resources) {
    if (taken.has(type) || resourceTypes[type]?.inert) continue;
    throw new Error(`${stack}, ${logicalId}: no local service takes ${type}`);
  }
}
