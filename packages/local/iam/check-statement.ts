import { readOperator, type Statement } from './match-policy.ts';

const elements = new Set([
  'Sid',
  'Effect',
  'Action',
  'NotAction',
  'Resource',
  'NotResource',
  'Condition',
]);
/** Condition keys that local services set. Other keys would always seem absent, and some conditions hold then. */
const conditionKey =
  /^(aws:SecureTransport|kms:EncryptionContext(:.+|Keys)|s3:(prefix|TlsVersion)|ses:(FromAddress|Recipients)|iam:PassedToService|sts:ExternalId)$/i;

/** Throws if a statement has an element, variable, operator or condition key that the local IAM does not know. */
export function checkStatement(statement: Statement): void {
  const refuse = (what: string): never => {
    throw new Error(`${what} is not known to the local IAM`);
  };
  for (const element of Object.keys(statement)) {
    if (!elements.has(element)) refuse(`policy element ${element}`);
  }
  if (statement.Effect !== 'Allow' && statement.Effect !== 'Deny') {
    refuse(`Effect ${statement.Effect}`);
  }
  if (JSON.stringify(statement).includes('${')) refuse('a policy variable');
  for (const [operator, block] of Object.entries(statement.Condition ?? {})) {
    readOperator(operator);
    for (const key of Object.keys(block)) {
      if (!conditionKey.test(key)) refuse(`condition key ${key}`);
    }
  }
}
