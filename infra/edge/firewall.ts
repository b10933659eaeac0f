import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { type HouseStack, houseName } from '#infra/constructs/house-stack.ts';
import { addressLimit, inOrder, managedRules, metric } from './firewall-rules.ts';

/**
 * Rules of the common set that read bodies. Here a body is a document to search for: up to a
 * megabyte, and claims or code in it look like attacks. Nothing in it is ever executed or rendered
 * as markup, so these rules count instead of blocking.
 */
const bodyRules = [
  'SizeRestrictions_BODY',
  'CrossSiteScripting_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'EC2MetaDataSSRF_BODY',
];

/** The firewall in front of CloudFront. AWS takes it in us-east-1 only. */
export function createFirewall(scope: HouseStack): CfnWebACL {
  const { requests } = scope.settings.perAddress;
  return new CfnWebACL(scope, 'Firewall', {
    name: houseName(scope.settings, 'firewall'),
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    visibilityConfig: metric(scope, 'firewall'),
    rules: inOrder(
      // By this status clients know that it is not them who are refused, but how much they ask.
      addressLimit(scope, 'RequestsPerAddress', requests, { status: 429 }),
      managedRules(scope, 'AWSManagedRulesAmazonIpReputationList', []),
      managedRules(scope, 'AWSManagedRulesCommonRuleSet', bodyRules),
    ),
  });
}
