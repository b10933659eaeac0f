import { Stack, Validations } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/**
 * Accepts findings of the synthesis checks on one construct. `findings` maps the exact id of a finding
 * (`AwsSolutions-IAM5[Resource::*]`) to the reason for accepting it.
 */
export function acknowledge(construct: Construct, findings: Record<string, string>): void {
  for (const [id, reason] of Object.entries(findings)) {
    Validations.of(construct).acknowledge({ id, reason });
  }
}

/** A wildcard that is granted on purpose: the ARN of a construct, the suffix with the wildcard, and the reason. */
export interface Wildcard {
  /** Absent if the app does not create what the ARN names. */
  owner?: Construct;
  arn: string;
  suffix: string;
  reason: string;
}

/** Accepts one wildcard resource, and no other, in the policies below `construct`. */
export function acknowledgeWildcard(construct: Construct, wildcard: Wildcard): void {
  const resource = `${resolvedArn(construct, wildcard)}${wildcard.suffix}`;
  acknowledge(construct, { [`AwsSolutions-IAM5[Resource::${resource}]`]: wildcard.reason });
}

/** The ARN as findings write it. */
function resolvedArn(construct: Construct, { owner: of, arn }: Wildcard): string {
  if (!of) return arn;
  const owner = Stack.of(of);
  // If the attribute belongs to another stack, the finding contains the name of its export.
  const isOwn = owner === Stack.of(construct);
  return flatten(owner.resolve(isOwn ? arn : owner.exportValue(arn)));
}

/** Writes a resolved CloudFormation value in the form of findings: references in angle brackets. */
function flatten(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const [[name, argument] = ['', undefined]] = Object.entries(value);
  if (name === 'Fn::Join') return argument[1].map(flatten).join(argument[0]);
  if (name === 'Fn::GetAtt') return `<${argument.join('.')}>`;
  if (name === 'Fn::ImportValue') return flatten(argument);
  if (name === 'Ref') return `<${argument}>`;
  throw new Error(`${name} is not possible in an ARN.`);
}
