import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { type EnvironmentStack, physicalName } from '#infra/constructs/environment-stack.ts';
import { contract } from '#shared/contract/contract.ts';
import { ProductError } from '#shared/errors.ts';
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

const tooMany = new ProductError('TooManyAttempts');
const docsUrl = '/errors#TooManyAttempts';

/**
 * Tells clients to slow down; 403 would look like a missing permission. The body has both forms of our errors, because
 * a rule does not know which call it refuses, nor the address of the installation.
 */
const tooManyRequests = {
  contentType: 'APPLICATION_JSON',
  content: JSON.stringify({
    Code: tooMany.code,
    Message: tooMany.message,
    DocsUrl: docsUrl,
    errors: [{ code: tooMany.code, message: tooMany.message, docsUrl }],
  }),
};

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
  const answer = { responseCode: tooMany.status, customResponseBodyKey: 'TooManyRequests' };
  return new CfnWebACL(scope, 'Firewall', {
    name: physicalName(scope.settings, 'firewall'),
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    visibilityConfig: metric(scope, 'firewall'),
    customResponseBodies: { TooManyRequests: tooManyRequests },
    rules: inOrder(
      addressLimit(scope, 'RequestsPerAddress', requests, { answer }),
      // Anybody may read single patents, but not copy all of them.
      addressLimit(scope, 'PatentTextsPerAddress', patentTexts, {
        scopeDownStatement: readsPatents,
        answer,
      }),
      managedRules(scope, 'AWSManagedRulesAmazonIpReputationList', []),
      managedRules(scope, 'AWSManagedRulesCommonRuleSet', bodyRules),
    ),
  });
}
