import type { UserPool } from 'aws-cdk-lib/aws-cognito';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { type EnvironmentStack, physicalName } from '#infra/constructs/environment-stack.ts';
import { addressLimit, inOrder, managedRules, metric } from './firewall-rules.ts';

/** Operations that may send a mail to an address of the caller's choice. Abuse would harm our reputation as a sender. */
const mailing =
  '^(SignUp|ResendConfirmationCode|ForgotPassword|UpdateUserAttributes|GetUserAttributeVerificationCode)$';

/**
 * The web ACL of a user pool. Browsers call the pool directly, not through CloudFront. Cognito limits
 * guesses per account; this web ACL limits network addresses that try many accounts.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-waf.html
 */
export function createUserPoolFirewall(scope: EnvironmentStack, pools: readonly UserPool[]): void {
  const { mails, signInCalls } = scope.settings.perAddress;
  const operation = {
    regexMatchStatement: {
      fieldToMatch: { singleHeader: { Name: 'x-amzn-cognito-operation-name' } },
      regexString: mailing,
      textTransformations: [{ priority: 0, type: 'NONE' }],
    },
  };
  const firewall = new CfnWebACL(scope, 'Firewall', {
    name: physicalName(scope.settings, 'users'),
    scope: 'REGIONAL',
    defaultAction: { allow: {} },
    visibilityConfig: metric(scope, 'users-firewall'),
    rules: inOrder(
      addressLimit(scope, 'MailsPerAddress', mails, { scopeDownStatement: operation }),
      addressLimit(scope, 'SignInsPerAddress', signInCalls),
      managedRules(scope, 'AWSManagedRulesAmazonIpReputationList', []),
    ),
  });
  for (const { node, userPoolArn } of pools) {
    new CfnWebACLAssociation(scope, `FirewallOf${node.id}`, {
      resourceArn: userPoolArn,
      webAclArn: firewall.attrArn,
    });
  }
}
