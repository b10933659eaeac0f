import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { type EnvironmentStack, physicalName } from '#infra/constructs/environment-stack.ts';
import { contract } from '#shared/contract/contract.ts';
import { addressLimit, inOrder, managedRules, metric } from './firewall-rules.ts';

/**
 * Rules of the common rule set that inspect bodies. They count requests and do not block them: a body is a
 * document to search with, up to a megabyte, and claims or code in it look like attacks. We never execute it
 * or render it as markup.
 */
const bodyRules = [
  'SizeRestrictions_BODY',
  'CrossSiteScripting_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'EC2MetaDataSSRF_BODY',
];

/** The web ACL of CloudFront. It must be in us-east-1. */
export function createFirewall(scope: EnvironmentStack): CfnWebACL {
  const { requests, patentTexts } = scope.settings.perAddress;
  const patentReads = ['get-patent-text', 'get-filtered-data', 'rerank-patents'] as const;
  const readsPatents = {
    regexMatchStatement: {
      fieldToMatch: { uriPath: {} },
      regexString: `^(${patentReads.map((name) => contract[name].path).join('|')})$`,
      textTransformations: [{ priority: 0, type: 'NONE' }],
    },
  };
  return new CfnWebACL(scope, 'Firewall', {
    name: physicalName(scope.settings, 'firewall'),
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    visibilityConfig: metric(scope, 'firewall'),
    rules: inOrder(
      // 429 tells clients to slow down; 403 would look like a missing permission.
      addressLimit(scope, 'RequestsPerAddress', requests, { status: 429 }),
      // Anybody may read single patents, but not copy all of them.
      addressLimit(scope, 'PatentTextsPerAddress', patentTexts, {
        scopeDownStatement: readsPatents,
        status: 429,
      }),
      managedRules(scope, 'AWSManagedRulesAmazonIpReputationList', []),
      managedRules(scope, 'AWSManagedRulesCommonRuleSet', bodyRules),
    ),
  });
}
