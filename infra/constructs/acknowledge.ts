import { Stack, Validations } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/**
 * Accepts findings of the synthesis checks on one construct. `findings` maps the exact id of a finding
 * (`AwsSolutions-IAM5[Resource::*]`) to the reason a reviewer can agree or disagree with.
 */
export function acknowledge(construct: Construct, findings: Record<string, string>): void {
  for (const [id, reason] of Object.entries(findings)) {
    Validations.of(construct).acknowledge({ id, reason });
  }
}

/** A wildcard that is granted on purpose: an ARN of a construct, what follows it, and why. */
export interface Wildcard {
  owner: Construct;
  arn: string;
  suffix: string;
  reason: string;
}

/** Accepts one wildcard resource in the policies below `construct`, and no other. */
export function acknowledgeWildcard(construct: Construct, wildcard: Wildcard): void {
  const owner = Stack.of(wildcard.owner);
  // The finding names an attribute of another stack by the export it is imported by.
  const isOwn = owner === Stack.of(construct);
  const resolved = owner.resolve(isOwn ? wildcard.arn : owner.exportValue(wildcard.arn));
  const resource = `${flatten(resolved)}${wildcard.suffix}`;
  acknowledge(construct, { [`AwsSolutions-IAM5[Resource::${resource}]`]: wildcard.reason });
}

/** Writes a resolved CloudFormation value as findings do: references in angle brackets. */
function flatten(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const [[name, argument] = ['', undefined]] = Object.entries(value);
  if (name === 'Fn::Join') return argument[1].map(flatten).join(argument[0]);
  if (name === 'Fn::GetAtt') return `<${argument.join('.')}>`;
  if (name === 'Fn::ImportValue') return flatten(argument);
  if (name === 'Ref') return `<${argument}>`;
  throw new Error(`${name} has no place in an ARN.`);
}
