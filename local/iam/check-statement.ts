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
/** What local services tell of a call. Any other key would always look absent, and some conditions hold then. */
const conditionKey =
  /^(aws:SecureTransport|kms:EncryptionContext(:.+|Keys)|s3:(prefix|TlsVersion)|ses:(FromAddress|Recipients)|iam:PassedToService)$/i;

/** Throws when a policy says what the local IAM cannot judge: an element, variable, operator or key. */
export function checkStatement(statement: Statement): void {
  const refuse = (what: string): never => {
    throw new Error(`${what} is not known to the local IAM`);
  };
  for (const element of Object.keys(statement))
    if (!elements.has(element)) refuse(`policy element ${element}`);
  if (statement.Effect !== 'Allow' && statement.Effect !== 'Deny')
    refuse(`Effect ${statement.Effect}`);
  if (JSON.stringify(statement).includes('${')) refuse('a policy variable');
  for (const [operator, block] of Object.entries(statement.Condition ?? {})) {
    readOperator(operator);
    for (const key of Object.keys(block))
      if (!conditionKey.test(key)) refuse(`condition key ${key}`);
  }
}
