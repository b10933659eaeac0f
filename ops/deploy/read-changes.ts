import { type CloudFormationClient, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { type Change, describeChanges } from './describe-changes.ts';
import { findStack, isCreated } from './stack-outputs.ts';

/** A stack of the assembly. */
export interface SynthesizedStack {
  id: string;
  name: string;
  template: object;
}

/**
 * What a deployment changes in a stack. One whose creation failed has nothing yet. Throws if it is protected, because it
 * stands in the way until a person deletes it.
 */
export async function readChanges(
  { id, name, template }: SynthesizedStack,
  clients: { cloudFormation: CloudFormationClient },
): Promise<Change[]> {
  const found = await findStack(clients, name);
  if (!found || !isCreated(found)) {
    const hasFailed = /^(CREATE_FAILED|ROLLBACK_)/.test(found?.StackStatus ?? '');
    if (hasFailed && found?.EnableTerminationProtection) throw new Error(failedCreation(name));
    return describeChanges(id, {}, template);
  }
  const present = await clients.cloudFormation.send(
    new GetTemplateCommand({ StackName: name, TemplateStage: 'Original' }),
  );
  return describeChanges(id, JSON.parse(present.TemplateBody ?? '{}'), template);
}

const failedCreation = (
  name: string,
) => `✗ The creation of ${name} has failed, and what is left of it is protected. The first failure is the reason:
  aws cloudformation describe-stack-events --stack-name ${name}
Mend it, then delete the rest, and run this again:
  aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name ${name}
  aws cloudformation delete-stack --stack-name ${name}`;
