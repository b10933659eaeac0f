import { digest, generatedName, generatedUuid } from './physical-name.ts';

/** Addresses of the local cloud that runs the templates. */
export interface Addresses {
  /** Address of the app and the API, for instance `http://localhost:3000`. */
  origin: string;
  /** Address of the AWS endpoint that functions use. */
  endpoint: string;
}

/** The local cloud that a resource belongs to. */
export interface Installation extends Addresses {
  region: string;
  account: string;
}

/** A resource as its template declares it. `property` evaluates one property on demand. */
export interface Declared {
  stack: string;
  logicalId: string;
  installation: Installation;
  property(name: string): unknown;
}

export interface ResourceType {
  ref(resource: Declared): string;
  attributes?: Record<string, (resource: Declared) => string>;
  /** Why the local cloud ignores the type. If absent, a local service or the host must implement it. */
  inert?: string;
}

type Value = (resource: Declared) => string;

const named =
  (property: string, maxLength = 64, lowerCase = false): Value =>
  (resource) => {
    const explicit = resource.property(property);
    if (typeof explicit === 'string') return explicit;
    const name = generatedName(resource.stack, resource.logicalId, maxLength);
    return lowerCase ? name.toLowerCase() : name;
  };

const id =
  (length: number): Value =>
  ({ stack, logicalId }) =>
    digest(`${stack}/${logicalId}`).slice(0, length);

const arn =
  (service: string, prefix: string, name: Value): Value =>
  (resource) => {
    const { region, account } = resource.installation;
    return `arn:aws:${service}:${region}:${account}:${prefix}${name(resource)}`;
  };

const globalArn =
  (service: string, prefix: string, name: Value): Value =>
  (resource) =>
    `arn:aws:${service}::${resource.installation.account}:${prefix}${name(resource)}`;

const inert = (reason: string, type: Partial<ResourceType> = {}): ResourceType => ({
  ref: id(16),
  ...type,
  inert: reason,
});

const hostOf: Value = ({ installation }) => new URL(installation.origin).host;
const tableName = named('TableName', 255);
const tableArn = arn('dynamodb', 'table/', tableName);
const bucketName = named('BucketName', 63, true);
const queueName = named('QueueName', 80);
const queueUrl: Value = (resource) =>
  `${resource.installation.endpoint}/${resource.installation.account}/${queueName(resource)}`;
const functionName = named('FunctionName');
const functionArn = arn('lambda', 'function:', functionName);
const roleName = named('RoleName');
const poolId: Value = (resource) => `${resource.installation.region}_${id(9)(resource)}`;
const issuerHost: Value = ({ installation }) => `cognito-idp.${installation.region}.amazonaws.com`;
const keyId: Value = ({ stack, logicalId }) => generatedUuid(`${stack}/${logicalId}`);
const stateMachineName = named('StateMachineName', 80);
const stateMachineArn = arn('states', 'stateMachine:', stateMachineName);
const logGroupName = named('LogGroupName', 512);
const topicArn = arn('sns', '', named('TopicName', 256));
const policyArn = globalArn('iam', 'policy/', named('ManagedPolicyName', 128));

const edge =
  'the host serves the browser directly; only the response headers policy and the web ACL are honoured';
const watch = 'nobody watches one machine; function logs are in the data folder';

/** The values of `Ref` and `GetAtt` for every resource type that the local cloud knows. */
export const resourceTypes: Readonly<Record<string, ResourceType>> = {
  'AWS::DynamoDB::Table': { ref: tableName, attributes: { Arn: tableArn } },
  'AWS::DynamoDB::GlobalTable': { ref: tableName, attributes: { Arn: tableArn } },
  'AWS::S3::Bucket': {
    ref: bucketName,
    attributes: {
      Arn: (resource) => `arn:aws:s3:::${bucketName(resource)}`,
      DomainName: (resource) => `${bucketName(resource)}.s3.amazonaws.com`,
      RegionalDomainName: (resource) =>
        `${bucketName(resource)}.s3.${resource.installation.region}.amazonaws.com`,
    },
  },
  'AWS::SQS::Queue': {
    ref: queueUrl,
    attributes: { Arn: arn('sqs', '', queueName), QueueName: queueName, QueueUrl: queueUrl },
  },
  'AWS::KMS::Key': { ref: keyId, attributes: { KeyId: keyId, Arn: arn('kms', 'key/', keyId) } },
  'AWS::KMS::Alias': { ref: named('AliasName') },
  'AWS::Cognito::UserPool': {
    ref: poolId,
    attributes: {
      Arn: arn('cognito-idp', 'userpool/', poolId),
      UserPoolId: poolId,
      ProviderName: (resource) => `${issuerHost(resource)}/${poolId(resource)}`,
      ProviderURL: (resource) => `https://${issuerHost(resource)}/${poolId(resource)}`,
    },
  },
  'AWS::Cognito::UserPoolClient': { ref: id(26), attributes: { ClientId: id(26) } },
  'AWS::Cognito::UserPoolGroup': { ref: named('GroupName', 128) },
  'AWS::SES::EmailIdentity': { ref: named('EmailIdentity') },
  'AWS::SES::ConfigurationSet': { ref: named('Name') },
  'AWS::SES::ConfigurationSetEventDestination': { ref: id(16) },
  'AWS::Events::Rule': {
    ref: named('Name'),
    attributes: { Arn: arn('events', 'rule/', named('Name')) },
  },
  'AWS::StepFunctions::StateMachine': {
    ref: stateMachineArn,
    attributes: { Arn: stateMachineArn, Name: stateMachineName },
  },
  'AWS::Scheduler::Schedule': { ref: named('Name'), attributes: { Arn: scheduleArn } },
  'AWS::Scheduler::ScheduleGroup': {
    ref: named('Name'),
    attributes: { Arn: arn('scheduler', 'schedule-group/', named('Name')) },
  },
  'AWS::Lambda::Function': { ref: functionName, attributes: { Arn: functionArn } },
  'AWS::Lambda::EventSourceMapping': { ref: keyId, attributes: { Id: keyId } },
  'AWS::Lambda::EventInvokeConfig': { ref: keyId },
  'AWS::Lambda::Permission': { ref: named('Id', 100) },
  'AWS::Lambda::LayerVersion': inert('only custom resources of the CDK use layers', {
    ref: arn('lambda', 'layer:', named('LayerName')),
  }),
  'AWS::IAM::Role': {
    ref: roleName,
    attributes: { Arn: globalArn('iam', 'role/', roleName), RoleId: id(20) },
  },
  'AWS::IAM::Policy': { ref: named('PolicyName', 128) },
  'AWS::IAM::ManagedPolicy': { ref: policyArn, attributes: { PolicyArn: policyArn } },
  'AWS::ApiGatewayV2::Api': {
    ref: id(10),
    attributes: { ApiId: id(10), ApiEndpoint: ({ installation }) => installation.origin },
  },
  'AWS::ApiGatewayV2::Route': { ref: id(7) },
  'AWS::ApiGatewayV2::Integration': { ref: id(7) },
  'AWS::ApiGatewayV2::Authorizer': { ref: id(6), attributes: { AuthorizerId: id(6) } },
  'AWS::ApiGatewayV2::Stage': inert('one machine has one stage', { ref: named('StageName') }),
  'AWS::CloudFront::ResponseHeadersPolicy': { ref: keyId, attributes: { Id: keyId } },
  'AWS::CloudFront::Distribution': inert(edge, {
    attributes: { DomainName: hostOf, Id: id(14) },
  }),
  'AWS::CloudFront::OriginAccessControl': inert(edge, { attributes: { Id: id(14) } }),
  'AWS::CloudFront::CachePolicy': inert(edge, { attributes: { Id: keyId } }),
  'AWS::CloudFront::OriginRequestPolicy': inert(edge, { attributes: { Id: keyId } }),
  'AWS::CloudFront::Function': inert(edge, {
    attributes: { FunctionARN: globalArn('cloudfront', 'function/', named('Name')) },
  }),
  'AWS::WAFv2::WebACL': {
    ref: id(16),
    attributes: { Arn: arn('wafv2', 'global/webacl/', id(16)), Id: id(16) },
  },
  'AWS::WAFv2::WebACLAssociation': { ref: id(16) },
  'AWS::WAFv2::LoggingConfiguration': inert(watch),
  'AWS::S3::BucketPolicy': { ref: id(16) },
  'AWS::SQS::QueuePolicy': { ref: id(16), attributes: { Id: id(16) } },
  'AWS::SNS::Topic': inert(watch, { ref: topicArn, attributes: { TopicArn: topicArn } }),
  'AWS::SNS::TopicPolicy': inert(watch),
  'AWS::SNS::Subscription': inert(watch),
  'AWS::CloudWatch::Alarm': {
    ref: named('AlarmName', 255),
    attributes: { Arn: arn('cloudwatch', 'alarm:', named('AlarmName', 255)) },
  },
  'AWS::CloudWatch::CompositeAlarm': inert(watch),
  'AWS::CloudWatch::Dashboard': inert(watch, { ref: named('DashboardName', 255) }),
  'AWS::Logs::LogGroup': inert(watch, {
    ref: logGroupName,
    attributes: { Arn: (r) => `${arn('logs', 'log-group:', logGroupName)(r)}:*` },
  }),
  'AWS::Logs::ResourcePolicy': inert(watch),
  'AWS::Logs::SubscriptionFilter': { ref: named('FilterName') },
  'AWS::Logs::MetricFilter': inert(watch),
  'AWS::Logs::QueryDefinition': inert(watch),
  'AWS::Budgets::Budget': inert('one machine costs nothing'),
  'AWS::CE::AnomalyMonitor': inert('one machine costs nothing'),
  'AWS::CE::AnomalySubscription': inert('one machine costs nothing'),
  'AWS::CDK::Metadata': inert('usage statistics of the CDK'),
  'Custom::CDKBucketDeployment': inert('the host serves the web build from its folder'),
  'Custom::S3AutoDeleteObjects': inert('removing the data folder removes every object'),
};

function scheduleArn(resource: Declared): string {
  const group = resource.property('GroupName');
  return arn('scheduler', `schedule/${group ?? 'default'}/`, named('Name'))(resource);
}
