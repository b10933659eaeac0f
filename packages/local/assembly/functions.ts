import type { StackTemplate } from './cloud-assembly.ts';
import { type Resource, refuseUnknown } from './resource.ts';

/** A Lambda function as its template declares it. */
export interface LambdaFunction {
  name: string;
  arn: string;
  /** Directory of the unpacked code asset. */
  codeDirectory: string;
  /** `index.handler`: module without its extension, then the exported name. */
  handler: string;
  environment: Record<string, string>;
  memoryMb: number;
  timeoutMs: number;
  roleArn: string;
  /** Reserved concurrency, if the template sets it: the largest number of instances at a time. */
  maxInstances?: number;
  /** Logical id of the function in its template. */
  logicalId: string;
}

/** An SQS queue that invokes a function. */
export interface EventSource {
  queueArn: string;
  functionName: string;
  batchSize: number;
  reportBatchItemFailures: boolean;
}

/** Known properties of a function. Some have no meaning here: they say how AWS builds, bills, logs or encrypts. */
const ofFunction = [
  'Code',
  'Environment',
  'FunctionName',
  'Handler',
  'MemorySize',
  'ReservedConcurrentExecutions',
  'Role',
  'Runtime',
  'Timeout',
  'Architectures',
  'Description',
  'EphemeralStorage',
  'KmsKeyArn',
  'LoggingConfig',
  'PackageType',
  'RecursiveLoop',
  'RuntimeManagementConfig',
  'Tags',
  'TracingConfig',
];
const ofEventSource = [
  'BatchSize',
  'Enabled',
  'EventSourceArn',
  'FunctionName',
  'FunctionResponseTypes',
  // Batches of a queue are handed out one after the other here.
  'ScalingConfig',
  'Tags',
];

const nodeRuntime = /^nodejs/;

/** Reads the functions. CDK's own custom resource providers are left out, because nothing calls them here. */
export function lambdaFunctions(
  resources: readonly Resource[],
  stacks: readonly StackTemplate[],
): LambdaFunction[] {
  const assets = new Map(stacks.flatMap((stack) => [...stack.assets]));
  return resources
    .filter(({ type, logicalId }) => type === 'AWS::Lambda::Function' && !isCdkProvider(logicalId))
    .map((resource) => {
      refuseUnknown(resource, ofFunction);
      const { properties, logicalId } = resource;
      if (!nodeRuntime.test(properties.Runtime)) {
        throw new Error(`function ${logicalId}: runtime ${properties.Runtime} does not run here`);
      }
      const hash = String(properties.Code?.S3Key ?? '').replace(/^.*\/|\.zip$/g, '');
      const codeDirectory = assets.get(hash);
      if (!codeDirectory) throw new Error(`function ${logicalId}: its code is not a file asset`);
      return {
        name: resource.ref,
        arn: resource.attributes.Arn!,
        codeDirectory,
        handler: properties.Handler,
        environment: properties.Environment?.Variables ?? {},
        memoryMb: Number(properties.MemorySize ?? 128),
        timeoutMs: Number(properties.Timeout ?? 3) * 1000,
        roleArn: properties.Role,
        maxInstances: properties.ReservedConcurrentExecutions,
        logicalId,
      };
    });
}

function isCdkProvider(logicalId: string): boolean {
  return /^(Custom\w+(CustomResourceProvider|BucketDeployment)|AWSCDK|LogRetention|BucketNotificationsHandler)/.test(
    logicalId,
  );
}

/** Reads the event source mappings. Throws for a source other than SQS. */
export function eventSources(resources: readonly Resource[]): EventSource[] {
  return resources
    .filter(({ type }) => type === 'AWS::Lambda::EventSourceMapping')
    .filter(({ properties }) => properties.Enabled !== false)
    .map((resource) => {
      refuseUnknown(resource, ofEventSource);
      const { properties, logicalId } = resource;
      if (!properties.EventSourceArn?.startsWith('arn:aws:sqs:')) {
        throw new Error(`mapping ${logicalId}: only SQS invokes functions here`);
      }
      return {
        queueArn: properties.EventSourceArn,
        functionName: properties.FunctionName.replace(/^.*:function:/, ''),
        batchSize: Number(properties.BatchSize ?? 10),
        reportBatchItemFailures: (properties.FunctionResponseTypes ?? []).includes(
          'ReportBatchItemFailures',
        ),
      };
    });
}

/** Reads where events go that functions failed with. Throws for a setting of asynchronous calls that is not emulated. */
export function failureQueues(resources: readonly Resource[]): Map<string, string> {
  return new Map(
    resources
      .filter(({ type }) => type === 'AWS::Lambda::EventInvokeConfig')
      .map((resource) => {
        refuseUnknown(resource, ['DestinationConfig', 'FunctionName', 'Qualifier']);
        const { DestinationConfig, FunctionName } = resource.properties;
        const destination: unknown = DestinationConfig?.OnFailure?.Destination;
        if (typeof destination !== 'string' || !destination.startsWith('arn:aws:sqs:')) {
          throw new Error(`${resource.logicalId}: failed events go to queues only here`);
        }
        return [FunctionName, destination];
      }),
  );
}
