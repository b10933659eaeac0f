/**
 * One resource of the synthesized cloud assembly, with every intrinsic function resolved.
 * Physical names are derived from stack and logical id, so they stay the same from start to start.
 */
export interface Resource {
  /** Name of the stack, for instance `antecede-local-data`. */
  stack: string;
  logicalId: string;
  /** CloudFormation type, for instance `AWS::DynamoDB::Table`. */
  type: string;
  /** What `Ref` gives. */
  ref: string;
  /** What `GetAtt` gives, by attribute name. */
  attributes: Record<string, string>;
  /** Resolved `Properties`, as CloudFormation documents them for this type. */
  // biome-ignore lint/suspicious/noExplicitAny: the shape differs by type and is CloudFormation's, not ours
  properties: Record<string, any>;
  /** `Metadata` of the template (asset paths, source entry of functions). */
  metadata: Record<string, unknown>;
}
