import { type CloudFormationClient, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { findStack, isCreated } from './stack-outputs.ts';

/** A stack of the assembly. */
export interface SynthesizedStack {
  id: string;
  name: string;
  template: object;
}

/**
 * The template that is deployed of a stack; undefined if there is none, or its creation failed. Throws if what failed is
 * protected, because it stands in the way until a person deletes it.
 */
export async function readDeployed(
  name: string,
  clients: { cloudFormation: CloudFormationClient },
): Promise<object | undefined> {
  const found = await findStack(clients, name);
  if (!found || !isCreated(found)) {
    const hasFailed = /^(CREATE_FAILED|ROLLBACK_)/.test(found?.StackStatus ?? '');
    if (hasFailed && found?.EnableTerminationProtection) throw new Error(failedCreation(name));
    return undefined;
  }
  const present = await clients.cloudFormation.send(
    new GetTemplateCommand({ StackName: name, TemplateStage: 'Original' }),
  );
  return JSON.parse(present.TemplateBody ?? '{}');
}

const failedCreation = (
  name: string,
) => `✗ The creation of ${name} has failed, and what is left of it is protected. The first failure is the reason:
  aws cloudformation describe-stack-events --stack-name ${name}
Mend it, then delete the rest, and run this again:
  aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name ${name}
  aws cloudformation delete-stack --stack-name ${name}`;
