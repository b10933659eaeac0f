import type { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { type EnvironmentStack, physicalName } from '#infra/constructs/environment-stack.ts';

type Rule = CfnWebACL.RuleProperty;
type Statement = CfnWebACL.StatementProperty;

/** Metrics and sampled requests of a rule or a web ACL. */
export function metric(scope: EnvironmentStack, name: string): CfnWebACL.VisibilityConfigProperty {
  return {
    cloudWatchMetricsEnabled: true,
    sampledRequestsEnabled: true,
    metricName: physicalName(scope.settings, name),
  };
}

/** A rule group that AWS maintains. Its rules named in `counted` count requests and do not block them. */
export function managedRules(
  scope: EnvironmentStack,
  name: string,
  counted: readonly string[],
): Rule {
  return {
    name,
    priority: 0,
    overrideAction: { none: {} },
    statement: {
      managedRuleGroupStatement: {
        vendorName: 'AWS',
        name,
        ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
      },
    },
    visibilityConfig: metric(scope, name),
  };
}

/**
 * Blocks a network address while it sends more than `limit` requests in five minutes. With
 * `scopeDownStatement`, only requests that match it count. `answer` replaces WAF's 403 without a body.
 */
export function addressLimit(
  scope: EnvironmentStack,
  name: string,
  limit: number,
  {
    scopeDownStatement,
    answer,
  }: { scopeDownStatement?: Statement; answer?: CfnWebACL.CustomResponseProperty } = {},
): Rule {
  return {
    name,
    priority: 0,
    action: { block: answer ? { customResponse: answer } : {} },
    statement: { rateBasedStatement: { limit, aggregateKeyType: 'IP', scopeDownStatement } },
    visibilityConfig: metric(scope, name),
  };
}

/** Numbers the rules, so that WAF evaluates them in the given order. */
export function inOrder(...rules: Rule[]): Rule[] {
  return rules.map((rule, priority) => ({ ...rule, priority }));
}
