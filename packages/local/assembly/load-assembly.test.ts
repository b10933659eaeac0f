import { CfnResource, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AttributeType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Code, Function as Lambda, Runtime } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { describe, expect, it } from 'vitest';
import { isAllowed } from '#local/iam/match-policy.ts';
import { readRoles } from '#local/iam/roles.ts';
import { loadAssembly } from './load-assembly.ts';
import { synthesizeTestApp } from './test-app.ts';

const addresses = { origin: 'http://localhost:1234', endpoint: 'http://127.0.0.1:1234/_local/aws' };
const load = (directory: string) =>
  loadAssembly(directory, addresses, 'http://placeholder.invalid');

describe('a synthesized assembly', () => {
  it('gives functions with environment and role across stacks', async () => {
    const directory = synthesizeTestApp(({ stack, code }) => {
      const data = stack('data');
      const table = new Table(data, 'Things', {
        partitionKey: { name: 'pk', type: AttributeType.STRING },
      });
      const queue = new Queue(data, 'Work');
      const job = new Lambda(stack('jobs'), 'Job', {
        runtime: Runtime.NODEJS_24_X,
        handler: 'index.handler',
        code: Code.fromAsset(code('job', 'export const handler = () => 1;')),
        timeout: Duration.seconds(7),
        environment: {
          TABLE: table.tableName,
          QUEUE: queue.queueUrl,
          ORIGIN: 'http://placeholder.invalid/x',
        },
      });
      table.grantReadData(job);
      job.addEventSource(
        new SqsEventSource(queue, { batchSize: 3, reportBatchItemFailures: true }),
      );
    });
    const { functions, eventSources, resources, region } = await load(directory);
    expect(region).toBe('eu-west-1');
    const [job] = functions;
    expect(job).toMatchObject({
      timeoutMs: 7000,
      memoryMb: 128,
      environment: {
        TABLE: expect.stringMatching(/^data-Things/),
        QUEUE: expect.stringMatching(
          /^http:\/\/127\.0\.0\.1:1234\/_local\/aws\/000000000000\/data-Work/,
        ),
        ORIGIN: 'http://localhost:1234/x',
      },
    });
    expect(eventSources).toMatchObject([
      { functionName: job!.name, batchSize: 3, reportBatchItemFailures: true },
    ]);
    const { statements } = readRoles(resources).get(job!.roleArn)!;
    const resource = `arn:aws:dynamodb:eu-west-1:000000000000:table/${job!.environment.TABLE}`;
    expect(isAllowed(statements, { action: 'dynamodb:GetItem', resource })).toBe(true);
    expect(isAllowed(statements, { action: 'dynamodb:PutItem', resource })).toBe(false);
  });

  it("gives every function of ours, but not the CDK's own", async () => {
    const directory = synthesizeTestApp(({ stack, code }) => {
      const own = stack('jobs');
      const asset = Code.fromAsset(code('job', 'export const handler = () => 1;'));
      new Lambda(own, 'CustomMessage', {
        runtime: Runtime.NODEJS_24_X,
        handler: 'index.handler',
        code: asset,
      });
      new Bucket(own, 'Files', { autoDeleteObjects: true, removalPolicy: RemovalPolicy.DESTROY });
    });
    const { functions } = await load(directory);
    expect(functions.map(({ logicalId }) => logicalId.slice(0, 13))).toEqual(['CustomMessage']);
  });

  it('is refused when it holds a resource type nobody knows', async () => {
    const directory = synthesizeTestApp(({ stack }) => {
      new CfnResource(stack('odd'), 'Thing', { type: 'AWS::Quantum::Ledger' });
    });
    await expect(load(directory)).rejects.toThrow(
      /stack odd, resource Thing \(AWS::Quantum::Ledger\)/,
    );
  });

  it('is refused when it asks for an attribute nobody knows', async () => {
    const directory = synthesizeTestApp(({ stack }) => {
      const one = stack('odd');
      const queue = new CfnResource(one, 'Queue', { type: 'AWS::SQS::Queue' });
      new CfnResource(one, 'Other', {
        type: 'AWS::SQS::Queue',
        properties: { QueueName: queue.getAtt('Colour').toString() },
      });
    });
    await expect(load(directory)).rejects.toThrow('attribute Colour of Queue is not known');
  });

  it.each([
    ['AWS::Lambda::Function', { Layers: [] }, 'Layers of AWS::Lambda::Function'],
    [
      'AWS::Lambda::EventSourceMapping',
      { FilterCriteria: {} },
      'FilterCriteria of AWS::Lambda::EventSourceMapping',
    ],
    ['AWS::ApiGatewayV2::Api', { CorsConfiguration: {} }, 'CorsConfiguration'],
    ['AWS::ApiGatewayV2::Integration', { TimeoutInMillis: 500 }, 'TimeoutInMillis'],
    ['AWS::ApiGatewayV2::Route', { AuthorizationScopes: ['admin'] }, 'AuthorizationScopes'],
    ['AWS::ApiGatewayV2::Stage', { StageName: 'v1' }, 'only the stage $default'],
  ])('is refused when a %s has %j', async (type, properties, message) => {
    const directory = synthesizeTestApp(({ stack }) => {
      new CfnResource(stack('odd'), 'Thing', { type, properties });
    });
    await expect(load(directory)).rejects.toThrow(message);
  });

  it('is refused when a stack names no region', async () => {
    const directory = synthesizeTestApp(({ stack }) => {
      new Stack(stack('home').node.root, 'homeless');
    });
    await expect(load(directory)).rejects.toThrow('homeless names no region');
  });
});
