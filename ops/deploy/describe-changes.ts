import { fullDiff, ResourceImpact } from '@aws-cdk/cloudformation-diff';

type Verb = 'removes' | 'replaces' | 'may replace' | 'changes' | 'adds';

/** One change in words, with the stack that makes it. */
export interface Change {
  stack: string;
  verb: Verb;
  /** `AWS::DynamoDB::Table AccountsTable…`, with the properties that change. */
  what: string;
  /** Data, or an address that others use, could be lost. */
  isDestructive: boolean;
}

/** Types of resources that hold data, or an address that others use. */
const stateful =
  /^AWS::(DynamoDB::Table|S3::Bucket|Cognito::UserPool|Cognito::UserPoolClient|KMS::Key|SecretsManager::Secret|SES::EmailIdentity|OpenSearchService::Domain|CloudFront::Distribution|ApiGatewayV2::Api)$/;

const verbs: Record<ResourceImpact, Verb | undefined> = {
  [ResourceImpact.WILL_UPDATE]: 'changes',
  [ResourceImpact.WILL_CREATE]: 'adds',
  [ResourceImpact.WILL_REPLACE]: 'replaces',
  [ResourceImpact.MAY_REPLACE]: 'may replace',
  [ResourceImpact.WILL_DESTROY]: 'removes',
  [ResourceImpact.WILL_ORPHAN]: 'removes',
  [ResourceImpact.WILL_IMPORT]: 'adds',
  [ResourceImpact.NO_CHANGE]: undefined,
};

const order: readonly Verb[] = ['removes', 'replaces', 'may replace', 'changes', 'adds'];

/** What a deployment of `next` does to the resources of a stack that has the template `present`; removals first. */
export function describeChanges(stack: string, present: object, next: object): Change[] {
  const changes: Change[] = [];
  fullDiff(present, next).resources.forEachDifference((id, difference) => {
    const verb = verbs[difference.changeImpact];
    if (!verb || !difference.resourceType) return;
    const properties = Object.keys(difference.propertyUpdates);
    const kept = difference.changeImpact === ResourceImpact.WILL_ORPHAN ? ' (it is kept)' : '';
    const detail = verb === 'adds' || properties.length === 0 ? kept : `: ${properties.join(', ')}`;
    const isStateful = stateful.test(difference.resourceType);
    const isDestructive = isStateful && verb !== 'adds' && verb !== 'changes';
    changes.push({ stack, verb, what: `${difference.resourceType} ${id}${detail}`, isDestructive });
  });
  return changes.sort((a, b) => order.indexOf(a.verb) - order.indexOf(b.verb));
}

/** The changes as a person reads them: each destructive one, the others counted by stack, verb and type. */
export function wordChanges(changes: readonly Change[]): string[] {
  const destructive = changes.filter((change) => change.isDestructive);
  const lines = destructive.map(({ stack, verb, what }) => `! ${stack} ${verb} ${what}`);
  const counts = new Map<string, number>();
  for (const { stack, verb, what } of changes.filter((change) => !change.isDestructive)) {
    const line = `${stack} ${verb} ${what.split(' ')[0]}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  for (const [line, count] of counts) lines.push(count === 1 ? line : `${line} (${count})`);
  return lines.length > 0 ? lines : ['nothing changes'];
}
