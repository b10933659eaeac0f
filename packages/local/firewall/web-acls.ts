import { type Resource, refuseUnknown } from '#local/assembly/resource.ts';

/** Which requests a rate-based rule counts: those whose path or header (name in lower case) matches. */
export interface RequestMatch {
  field: 'path' | { header: string };
  pattern: RegExp;
}

/** What a blocked request is answered. */
export interface Refusal {
  status: number;
  /** JSON. Absent where WAF sends no body. */
  body?: string;
}

/** A rule that blocks a network address while it sends too many requests. */
export interface RateRule {
  name: string;
  limit: number;
  windowMs: number;
  refusal: Refusal;
  /** If absent, all requests count. */
  match?: RequestMatch;
}

/** The rules of the user pool and of CloudFront, in the order of their priorities. */
export interface WebAcls {
  userPool: RateRule[];
  distribution: RateRule[];
}

/**
 * Reads the web ACLs of the assembly by the resource that they protect. Managed rule groups are accepted and have
 * no effect, because only AWS has their rules and address lists. Throws for anything else that is not emulated,
 * so that nobody relies on a rule that has no effect.
 */
export function readWebAcls(resources: readonly Resource[]): WebAcls {
  const ofType = (type: string) => resources.filter((resource) => resource.type === type);
  const acls = new Map(
    ofType('AWS::WAFv2::WebACL').map((acl) => [acl.attributes.Arn!, readRules(acl)]),
  );
  const rulesOf = (arn: string, owner: Resource): RateRule[] => {
    const rules = acls.get(arn);
    if (!rules) throw new Error(`${owner.logicalId}: the web ACL ${arn} is not of this assembly`);
    return rules;
  };
  const pools = ofType('AWS::Cognito::UserPool').map(({ attributes }) => attributes.Arn);
  const userPool = ofType('AWS::WAFv2::WebACLAssociation').flatMap((association) => {
    const { ResourceArn, WebACLArn } = association.properties;
    // The body of a call names its pool, and a firewall does not read bodies. So there can be only one pool.
    if (pools.length !== 1 || ResourceArn !== pools[0]) {
      throw new Error(`${association.logicalId}: only the one user pool can have a web ACL here`);
    }
    return rulesOf(WebACLArn, association);
  });
  const distribution = ofType('AWS::CloudFront::Distribution').flatMap((owner) => {
    const arn: string | undefined = owner.properties.DistributionConfig.WebACLId;
    return arn ? rulesOf(arn, owner) : [];
  });
  return { userPool, distribution };
}

const inert = ['Description', 'Name', 'Scope', 'Tags', 'VisibilityConfig'];
const emptyAction = (action: unknown) => JSON.stringify(action) === '{}';

function readRules(acl: Resource): RateRule[] {
  refuseUnknown(acl, ['DefaultAction', 'Rules', 'CustomResponseBodies'], inert);
  if (!emptyAction(acl.properties.DefaultAction?.Allow)) throw refusal(acl, 'DefaultAction');
  const rules: Properties[] = acl.properties.Rules ?? [];
  return rules
    .toSorted((a, b) => a.Priority - b.Priority)
    .flatMap((rule) => readRule(acl, rule) ?? []);
}

// biome-ignore lint/suspicious/noExplicitAny: the shape differs by statement and is CloudFormation's, not ours
type Properties = Record<string, any>;

function readRule(acl: Resource, rule: Properties): RateRule | undefined {
  const { Name, Statement, Action, OverrideAction } = rule;
  only(acl, rule, [
    'Name',
    'Priority',
    'Statement',
    'Action',
    'OverrideAction',
    'VisibilityConfig',
  ]);
  const [kind = '', ...more] = Object.keys(Statement);
  if (more.length > 0) throw refusal(acl, `${Name} with several statements`);
  if (kind === 'ManagedRuleGroupStatement' && emptyAction(OverrideAction?.None)) return undefined;
  if (kind !== 'RateBasedStatement') throw refusal(acl, `${Name}: ${kind}`);
  const {
    Limit,
    EvaluationWindowSec = 300,
    AggregateKeyType,
    ScopeDownStatement,
  } = Statement[kind];
  only(acl, Statement[kind], [
    'Limit',
    'EvaluationWindowSec',
    'AggregateKeyType',
    'ScopeDownStatement',
  ]);
  if (AggregateKeyType !== 'IP') {
    throw refusal(acl, `${Name}: AggregateKeyType ${AggregateKeyType}`);
  }
  const match = ScopeDownStatement && readMatch(acl, Name, ScopeDownStatement);
  return {
    name: Name,
    limit: Limit,
    windowMs: EvaluationWindowSec * 1000,
    refusal: readBlock(acl, Name, Action),
    match,
  };
}

function readBlock(acl: Resource, name: string, action: Properties | undefined): Refusal {
  if (!action?.Block || Object.keys(action).length !== 1) throw refusal(acl, `${name}: Action`);
  only(acl, action.Block, ['CustomResponse']);
  const { CustomResponse = { ResponseCode: 403 } } = action.Block;
  only(acl, CustomResponse, ['ResponseCode', 'CustomResponseBodyKey']);
  const { ResponseCode: status, CustomResponseBodyKey: key } = CustomResponse;
  if (key === undefined) return { status };
  const body = acl.properties.CustomResponseBodies?.[key];
  if (body?.ContentType !== 'APPLICATION_JSON') throw refusal(acl, `${name}: the body ${key}`);
  return { status, body: body.Content };
}

function readMatch(acl: Resource, name: string, statement: Properties): RequestMatch {
  only(acl, statement, ['RegexMatchStatement']);
  const { FieldToMatch, RegexString, TextTransformations } = statement.RegexMatchStatement;
  only(acl, FieldToMatch, ['SingleHeader', 'UriPath']);
  if (TextTransformations.some(({ Type }: Properties) => Type !== 'NONE')) {
    throw refusal(acl, `${name}: TextTransformations`);
  }
  const field = FieldToMatch.SingleHeader
    ? { header: String(FieldToMatch.SingleHeader.Name).toLowerCase() }
    : 'path';
  return { field, pattern: new RegExp(RegexString) };
}

function only(acl: Resource, properties: Properties, known: string[]): void {
  const unknown = Object.keys(properties).find((name) => !known.includes(name));
  if (unknown) throw refusal(acl, unknown);
}

const refusal = ({ stack, logicalId }: Resource, what: string) =>
  new Error(`${stack}/${logicalId}: ${what} of a web ACL is not emulated`);
