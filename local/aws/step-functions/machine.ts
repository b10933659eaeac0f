import { type Resource, refuseUnknown } from '#local/assembly/resource.ts';
import { readDefinition } from '#local/aws/step-functions/definition.ts';

/** A state machine as the template declares it. */
export interface Machine {
  arn: string;
  name: string;
  roleArn: string;
  /** Amazon States Language; checked. */
  definition: string;
  declaredAt: number;
}

/** Accepted without effect: logs and traces of AWS, and its own encryption. */
const inert = ['LoggingConfiguration', 'TracingConfiguration', 'EncryptionConfiguration', 'Tags'];
const honoured = ['DefinitionString', 'RoleArn', 'StateMachineName', 'StateMachineType'];

/** Reads `AWS::StepFunctions::StateMachine`. Throws on anything that the interpreter cannot run. */
export function readMachine(resource: Resource, now: number): Machine {
  refuseUnknown(resource, inert, honoured);
  const { ref, logicalId, properties } = resource;
  const { DefinitionString, RoleArn, StateMachineType = 'STANDARD' } = properties;
  if (StateMachineType !== 'STANDARD')
    throw new Error(`${logicalId}: a state machine of type ${StateMachineType} is not emulated`);
  try {
    readDefinition(DefinitionString);
  } catch (error) {
    throw new Error(`${logicalId}: ${(error as Error).message}`, { cause: error });
  }
  const name = ref.slice(ref.lastIndexOf(':') + 1);
  return { arn: ref, name, roleArn: RoleArn, definition: DefinitionString, declaredAt: now };
}
