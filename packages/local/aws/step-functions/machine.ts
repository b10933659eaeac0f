import { type Resource, refuseUnknown } from '#local/assembly/resource.ts';
import { readDefinition } from './definition.ts';

/** A state machine as the template declares it. */
export interface Machine {
  arn: string;
  roleArn: string;
  /** Amazon States Language; checked. */
  definition: string;
}

/** Accepted without effect: logs and traces of AWS. */
const inert = ['LoggingConfiguration', 'TracingConfiguration', 'Tags'];
const honoured = ['DefinitionString', 'RoleArn', 'StateMachineName'];

/** Reads `AWS::StepFunctions::StateMachine`. Throws on anything that the interpreter cannot run. */
export function readMachine(resource: Resource): Machine {
  refuseUnknown(resource, inert, honoured);
  const { ref, logicalId, properties } = resource;
  const { DefinitionString, RoleArn } = properties;
  try {
    readDefinition(DefinitionString);
  } catch (error) {
    throw new Error(`${logicalId}: ${(error as Error).message}`, { cause: error });
  }
  return { arn: ref, roleArn: RoleArn, definition: DefinitionString };
}
