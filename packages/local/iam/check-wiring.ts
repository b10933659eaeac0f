import type { EventSource } from '#local/assembly/functions.ts';
import type { Resource } from '#local/assembly/resource.ts';
import type { Access } from './access.ts';
import type { readInvokePermissions } from './invoke-permissions.ts';
import { serviceMay } from './resource-policies.ts';

/** Parts of the assembly that the checks compare. */
export interface Wiring {
  resources: readonly Resource[];
  eventSources: readonly EventSource[];
  failureQueues: ReadonlyMap<string, string>;
  access: Access;
  mayInvoke: ReturnType<typeof readInvokePermissions>;
  roleOfFunction(functionName: string): string | undefined;
}

const functionArn = /arn:aws:lambda:[\w-]+:\d+:function:([\w-]+)/g;
const lambdaArn = /^arn:aws:lambda:([\w-]+):(\d+):function:([\w-]+)$/;
const queueActions = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];

/**
 * Checks that every service of the assembly may invoke its functions and write to its queues. If a permission is
 * missing, AWS accepts the template and fails on the first event; the local cloud refuses to start and says what is
 * missing.
 */
export function checkWiring(wiring: Wiring): void {
  const { resources, access, mayInvoke } = wiring;
  const requireInvoke = (who: string, roleArn: string, functionArns: Iterable<string>) => {
    for (const resource of functionArns) {
      attempt(who, () =>
        access.requireRole(roleArn, [{ action: 'lambda:InvokeFunction', resource }]),
      );
    }
  };
  for (const { type, logicalId, properties, attributes } of resources) {
    if (type === 'AWS::StepFunctions::StateMachine') {
      requireInvoke(logicalId, properties.RoleArn, functionsIn(definitionOf(properties)));
    }
    if (type === 'AWS::Scheduler::Schedule') {
      const { Arn, RoleArn, Input } = properties.Target;
      requireInvoke(logicalId, RoleArn, functionsIn(`${Arn} ${Input ?? ''}`));
    }
    if (type === 'AWS::Logs::SubscriptionFilter') {
      const { LogGroupName, DestinationArn } = properties;
      const [, region, account, name] = lambdaArn.exec(DestinationArn)!;
      const sourceArn = `arn:aws:logs:${region}:${account}:log-group:${LogGroupName}:*`;
      if (!mayInvoke(name!, { principal: 'logs.amazonaws.com', sourceArn })) {
        throw new Error(`${logicalId}: ${LogGroupName} has no permission to invoke ${name}`);
      }
    }
    if (type === 'AWS::Events::Rule') {
      const rule = { principal: 'events.amazonaws.com', sourceArn: attributes.Arn! };
      for (const { Arn } of properties.Targets) {
        if (!serviceMay(resources, rule, { action: 'sqs:SendMessage', resource: Arn })) {
          throw new Error(`${logicalId}: the rule has no permission to write to ${Arn}`);
        }
      }
    }
    if (type === 'AWS::Cognito::UserPool') {
      const service = { principal: 'cognito-idp.amazonaws.com', sourceArn: attributes.Arn! };
      for (const [, name] of JSON.stringify(properties.LambdaConfig ?? {}).matchAll(functionArn)) {
        if (!mayInvoke(name!, service)) {
          throw new Error(`${logicalId}: the user pool has no permission to invoke ${name}`);
        }
      }
    }
  }
  for (const { functionName, queueArn } of wiring.eventSources) {
    const permissions = queueActions.map((action) => ({ action, resource: queueArn }));
    const roleArn = wiring.roleOfFunction(functionName) ?? '';
    attempt(`event source of ${functionName}`, () => access.requireRole(roleArn, permissions));
  }
  for (const [functionName, resource] of wiring.failureQueues) {
    const roleArn = wiring.roleOfFunction(functionName) ?? '';
    attempt(`failed events of ${functionName}`, () =>
      access.requireRole(roleArn, [{ action: 'sqs:SendMessage', resource }]),
    );
  }
}

function definitionOf(properties: Resource['properties']): string {
  return properties.DefinitionString ?? JSON.stringify(properties.Definition ?? {});
}

function functionsIn(text: string): Set<string> {
  return new Set([...text.matchAll(functionArn)].map(([arn]) => arn));
}

function attempt(who: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    throw new Error(`${who}: ${(error as Error).message}`, { cause: error });
  }
}
