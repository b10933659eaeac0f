/**
 * The AWS Query protocol (SES): form fields with dotted names in, XML out.
 * https://smithy.io/2.0/aws/protocols/aws-query-protocol.html
 */

const INDEX = /^[1-9]\d*$/;

/** `Destination.ToAddresses.member.1=a` gives `{ Destination: { ToAddresses: ['a'] } }`. */
export function parseQuery(body: string): { operation: string; input: Record<string, unknown> } {
  const tree: Tree = new Map();
  for (const [name, value] of new URLSearchParams(body)) {
    if (name === 'Action' || name === 'Version') continue;
    insert(tree, name.split('.'), value);
  }
  const operation = new URLSearchParams(body).get('Action') ?? '';
  return { operation, input: plain(tree) as Record<string, unknown> };
}

type Tree = Map<string, Tree | string>;

function insert(tree: Tree, [head = '', ...rest]: string[], value: string): void {
  if (rest.length === 0) {
    tree.set(head, value);
    return;
  }
  const child = tree.get(head);
  const next: Tree = child instanceof Map ? child : new Map();
  tree.set(head, next);
  insert(next, rest, value);
}

function plain(tree: Tree): unknown {
  const members = tree.get('member');
  if (
    tree.size === 1 &&
    members instanceof Map &&
    [...members.keys()].every((k) => INDEX.test(k))
  ) {
    const numbered = [...members].sort(([a], [b]) => Number(a) - Number(b));
    return numbered.map(([, item]) => (item instanceof Map ? plain(item) : item));
  }
  const entries = [...tree].map(([key, item]) => [key, item instanceof Map ? plain(item) : item]);
  return Object.fromEntries(entries);
}

const escapeXml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const element = (name: string, content: string) => `<${name}>${content}</${name}>`;

/** Arrays become `<member>`s, a `Map` becomes `<entry>`s, undefined members are left out. */
function toXml(value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => element('member', toXml(item))).join('');
  if (value instanceof Map) {
    return [...value]
      .map(([key, item]) =>
        element('entry', element('key', toXml(key)) + element('value', toXml(item))),
      )
      .join('');
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([name, item]) => element(name, toXml(item)))
      .join('');
  }
  return escapeXml(String(value ?? ''));
}

/** The answer to an operation. */
export function queryAnswer(operation: string, result: unknown, requestId: string): string {
  return element(
    `${operation}Response`,
    element(`${operation}Result`, toXml(result)) +
      element('ResponseMetadata', element('RequestId', requestId)),
  );
}

/** A failure. */
export function queryError(code: string, message: string, requestId: string): string {
  const error = { Type: 'Sender', Code: code, Message: message };
  return element('ErrorResponse', toXml({ Error: error, RequestId: requestId }));
}

/** A failure as S3 words it. */
export function xmlError(error: object): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${element('Error', toXml(error))}`;
}
