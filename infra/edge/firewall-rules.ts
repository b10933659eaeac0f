import type { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { type HouseStack, houseName } from '#infra/constructs/house-stack.ts';

type Rule = CfnWebACL.RuleProperty;
type Statement = CfnWebACL.StatementProperty;

/** How what a rule sees is counted and shown. */
export function metric(scope: HouseStack, name: string): CfnWebACL.VisibilityConfigProperty {
  return {
    cloudWatchMetricsEnabled: true,
    sampledRequestsEnabled: true,
    metricName: houseName(scope.settings, name),
  };
}

/** Rules that AWS keeps up to date. `counted` ones of them only count. */
export function managedRules(scope: HouseStack, name: string, counted: readonly string[]): Rule {
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

/** Blocks an address while it sends more than `limit` requests in five minutes; of some kind only, if that is told. */
export function addressLimit(
  scope: HouseStack,
  name: string,
  limit: number,
  { scopeDownStatement, status }: { scopeDownStatement?: Statement; status?: number } = {},
): Rule {
  return {
    name,
    priority: 0,
    action: { block: status ? { customResponse: { responseCode: status } } : {} },
    statement: { rateBasedStatement: { limit, aggregateKeyType: 'IP', scopeDownStatement } },
    visibilityConfig: metric(scope, name),
  };
}

/** Rules in the order in which they are asked. */
export function inOrder(...rules: Rule[]): Rule[] {
  return rules.map((rule, priority) => ({ ...rule, priority }));
}
