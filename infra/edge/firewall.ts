import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { type HouseStack, houseName } from '#infra/constructs/house-stack.ts';

/** Requests per address in five minutes: far above a person, below a scraper. API keys have limits of their own. */
const requestsPerFiveMinutes = 10_000;

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
  const metric = (name: string) => ({
    cloudWatchMetricsEnabled: true,
    sampledRequestsEnabled: true,
    metricName: houseName(scope.settings, name),
  });
  const managed = (priority: number, name: string, counted: readonly string[]) => ({
    name,
    priority,
    overrideAction: { none: {} },
    statement: {
      managedRuleGroupStatement: {
        vendorName: 'AWS',
        name,
        ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
      },
    },
    visibilityConfig: metric(name),
  });
  return new CfnWebACL(scope, 'Firewall', {
    name: houseName(scope.settings, 'firewall'),
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    visibilityConfig: metric('firewall'),
    rules: [
      {
        name: 'RequestsPerAddress',
        priority: 0,
        action: { block: {} },
        statement: {
          rateBasedStatement: { limit: requestsPerFiveMinutes, aggregateKeyType: 'IP' },
        },
        visibilityConfig: metric('RequestsPerAddress'),
      },
      managed(1, 'AWSManagedRulesAmazonIpReputationList', []),
      managed(2, 'AWSManagedRulesCommonRuleSet', bodyRules),
    ],
  });
}
