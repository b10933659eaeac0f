import { operations, type Schema, schemaName, usedSchemas } from './operations.ts';

/** Types of objects without a name of their own, in the order in which they are needed. */
type Named = Map<string, string>;

/** `packages/sdk-python/src/antecede/types.py`: the types of the API document, and where each call goes. */
export function pythonTypes(): string {
  const named: Named = new Map();
  for (const [name, schema] of usedSchemas) define(name, schema, named);
  for (const { name, body, output } of operations) {
    if (body?.properties) define(`${pascal(name)}Body`, body, named);
    if (output.properties) define(`${pascal(name)}Answer`, output, named);
  }
  const routes = operations.map(
    ({ name, method, path, repeat }) =>
      `    "${name}": Route("${method}", "${path}", "${repeat}"),\n`,
  );
  return `"""Made from the API document by \`npm run sdk:types\`. Not edited by hand."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, NotRequired, TypedDict, Union


class Route(NamedTuple):
    """Where a call goes, and whether it may be sent again when no answer came: always, by-key or never."""

    method: str
    path: str
    repeat: str


ROUTES = {
${routes.join('')}}

${[...named.values()].join('\n')}`;
}

const pascal = (name: string) =>
  name.replaceAll(/(?:^|[-_])(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Words that no member of a class can have as a name. */
const isKeyword = (name: string) => ['and', 'or', 'not', 'in', 'is', 'from'].includes(name);

const docstring = (text: string | undefined, indent: string) =>
  text ? `${indent}"""${text.replaceAll('\\', '\\\\').replaceAll('"""', "'''")}"""\n\n` : '';

/** Defines a type, after those of its members. */
function define(name: string, schema: Schema, named: Named): void {
  if (named.has(name)) return;
  // Found by members that name it, before it has its text.
  named.set(name, '');
  const { properties, required = [], description } = schema;
  // Rows have members that nobody knows before.
  const isOpen = typeof schema.additionalProperties === 'object';
  if (!properties || isOpen) {
    const text = typeOf(schema, name, named);
    named.delete(name);
    named.set(name, `${name} = ${text}\n`);
    return;
  }
  const members = Object.entries(properties).map(([member, each]) => {
    const type = typeOf(each, `${name}${pascal(member)}`, named);
    const isNeeded = required.includes(member) && !('default' in each);
    return { member, type: isNeeded ? type : `NotRequired[${type}]`, about: each.description };
  });
  named.delete(name);
  if (members.some(({ member }) => isKeyword(member))) {
    // Within a text, names stand without quotes of their own; literals keep theirs.
    const unquoted = (type: string) => type.replaceAll(/(?<!Literal\[[^\]]*)"/g, '');
    const pairs = members.map(({ member, type }) => `"${member}": '${unquoted(type)}'`);
    named.set(name, `${name} = TypedDict("${name}", {${pairs.join(', ')}})\n`);
    return;
  }
  const lines = members.map(
    ({ member, type, about }) =>
      `    ${member}: ${type}\n${docstring(about, '    ').replace(/\n+$/, '\n')}`,
  );
  const body = lines.length > 0 ? lines.join('') : '    pass\n';
  named.set(name, `\nclass ${name}(TypedDict):\n${docstring(description, '    ')}${body}`);
}

/** A type as Python writes it. Names of types that come later stand in quotes, because unions are read at once. */
function typeOf(schema: Schema, name: string, named: Named): string {
  const { $ref, anyOf, items, properties, additionalProperties, type } = schema;
  if ($ref !== undefined) return `"${schemaName($ref)}"`;
  if ('const' in schema) return `Literal[${JSON.stringify(schema.const)}]`;
  if (schema.enum) {
    return `Literal[${schema.enum.map((value) => JSON.stringify(value)).join(', ')}]`;
  }
  if (type === 'object') {
    if (properties && typeof additionalProperties !== 'object') {
      define(name, schema, named);
      return `"${name}"`;
    }
    const values = typeof additionalProperties === 'object' ? additionalProperties : {};
    return `dict[str, ${typeOf(values, `${name}Value`, named)}]`;
  }
  if (anyOf) {
    const types = anyOf.map((each, i) => typeOf(each, `${name}${i + 1}`, named));
    return `Union[${[...new Set(types)].join(', ')}]`;
  }
  if (type === 'array') return `list[${typeOf(items ?? {}, `${name}Item`, named)}]`;
  const plain: Record<string, string> = {
    string: 'str',
    integer: 'int',
    number: 'float',
    boolean: 'bool',
    null: 'None',
  };
  return plain[type ?? ''] ?? 'Any';
}
