import type * as z from 'zod';
import { describeIssue } from '#local/describe-issue.ts';

/**
 * One resource of the synthesized cloud assembly, with every intrinsic function resolved.
 * Physical names are derived from stack and logical id, so they are the same at every start.
 */
export interface Resource {
  /** Name of the stack, for instance `antecede-local-data`. */
  stack: string;
  logicalId: string;
  /** CloudFormation type, for instance `AWS::DynamoDB::Table`. */
  type: string;
  /** Value of `Ref`. */
  ref: string;
  /** Values of `GetAtt`, by attribute name. */
  attributes: Record<string, string>;
  /** Resolved `Properties`, as CloudFormation documents them for this type. */
  // biome-ignore lint/suspicious/noExplicitAny: the shape differs by type and is CloudFormation's, not ours
  properties: Record<string, any>;
  /** `Metadata` of the template (asset paths, source entry of functions). */
  metadata: Record<string, unknown>;
}

/**
 * Throws if a resource has an unknown property. Known properties are those that the local cloud implements, and
 * those that have no meaning in it.
 */
export function refuseUnknown(resource: Resource, ...known: Iterable<string>[]): void {
  const names = new Set(known.flatMap((list) => [...list]));
  const unknown = Object.keys(resource.properties).filter((name) => !names.has(name));
  if (unknown.length === 0) return;
  const { stack, logicalId, type } = resource;
  throw new Error(`${stack}/${logicalId}: ${unknown.join(', ')} of ${type} is not emulated`);
}

/**
 * Reads a resource's properties. Throws, naming resource and property, if the schema does not know a property or
 * does not accept its value.
 */
export function readProperties<Schema extends z.ZodType>(
  { stack, logicalId, properties }: Resource,
  schema: Schema,
): z.output<Schema> {
  const parsed = schema.safeParse(properties);
  if (parsed.success) return parsed.data;
  throw new Error(`${stack}/${logicalId}: ${describeIssue(parsed.error)}`);
}
