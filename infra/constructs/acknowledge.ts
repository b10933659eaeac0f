import { Validations } from 'aws-cdk-lib';
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
