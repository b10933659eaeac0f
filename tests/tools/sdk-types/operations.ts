import { contract, type EndpointName } from '#shared/contract/contract.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { managementPath } from '#shared/management-scopes.ts';
import { openApiDocument } from '#shared/openapi.ts';

/** A JSON Schema of the API document, as far as its schemas use it. */
export interface Schema {
  $ref?: string;
  description?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
}

/**
 * The calls that the clients for TypeScript and Python make, and whether a call may be sent again when no answer came: it
 * changes nothing, or the second one changes nothing more. Those that take an `Idempotency-Key` may, with one.
 */
const calls = {
  'query-index': true,
  'query-index-several': true,
  'search-indexes': true,
  'query-similar-rows': true,
  'get-query-vector': true,
  'get-dictionary': true,
  'warm-index': true,
  'upsert-rows': true,
  'update-rows': true,
  'delete-rows': true,
  'record-click': false,
  'create-search-export': false,
  'get-search-export': true,
  'delete-search-export': false,
  'get-management-caller': true,
  'list-datasets': true,
  'delete-datasets': false,
  'get-dataset-files': true,
  'list-dataset-sources': true,
  'create-dataset-source': false,
  'fetch-dataset-source': false,
  'delete-dataset-source': false,
  'create-cli-upload': false,
  'create-part-urls': true,
  'complete-cli-upload': true,
  'abort-cli-upload': false,
  'list-indexes': true,
  'create-index': false,
  'rebuild-index': false,
  'delete-index': false,
  'list-index-rejects': true,
  'list-index-keys': true,
  'create-index-key': false,
  'rotate-index-key': false,
  'delete-index-key': false,
} as const satisfies Partial<Record<EndpointName, boolean>>;

export interface Operation {
  name: keyof typeof calls;
  method: string;
  path: string;
  repeat: 'always' | 'by-key' | 'never';
  summary: string;
  /** Of parts that the call does not take, undefined. */
  params: Schema | undefined;
  query: Schema | undefined;
  body: Schema | undefined;
  output: Schema;
}

interface DocumentedParameter {
  name: string;
  in: string;
  required: boolean;
  schema: Schema;
}

interface DocumentedOperation {
  summary: string;
  parameters: DocumentedParameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content: Record<string, { schema: Schema }> }>;
}

const repeatOf = ({ repeatable }: Endpoint, isSafe: boolean) => {
  if (repeatable) return 'by-key';
  return isSafe ? 'always' : 'never';
};

const document = openApiDocument('https://antecede.example') as {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, Schema> };
};

/** The calls in the order of the list above, as the API document has them; those of management keys on their own routes. */
export const operations: readonly Operation[] = Object.entries(calls).map(([key, isSafe]) => {
  const name = key as keyof typeof calls;
  const endpoint: Endpoint = contract[name];
  const path = endpoint.manages ? managementPath(endpoint.path) : endpoint.path;
  const documented = document.paths[path]![endpoint.method.toLowerCase()]!;
  const { summary, requestBody, responses } = documented;
  return {
    name,
    method: endpoint.method,
    path,
    repeat: repeatOf(endpoint, isSafe),
    summary,
    params: parametersIn(documented, 'path'),
    query: parametersIn(documented, 'query'),
    body: requestBody?.content['application/json']?.schema,
    output: responses[200]!.content['application/json']!.schema,
  };
});

function parametersIn({ parameters }: DocumentedOperation, place: string): Schema | undefined {
  const own = parameters.filter((parameter) => parameter.in === place);
  if (own.length === 0) return undefined;
  return {
    type: 'object',
    properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
    required: own.filter(({ required }) => required).map(({ name }) => name),
  };
}

export const schemaName = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1);

/** The named schemas that these calls reach, each after those that it names, as far as they do not name each other. */
export const usedSchemas: ReadonlyMap<string, Schema> = reachedFrom(
  operations.flatMap(({ params, query, body, output }) =>
    [params, query, body, output].flatMap((schema) => schema ?? []),
  ),
);

function reachedFrom(schemas: Schema[]): Map<string, Schema> {
  const found = new Map<string, Schema>();
  const begun = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { $ref } = value as Schema;
    if (typeof $ref === 'string') {
      const name = schemaName($ref);
      if (begun.has(name)) return;
      begun.add(name);
      const schema = document.components.schemas[name]!;
      visit(schema);
      found.set(name, schema);
    }
    for (const member of Object.values(value)) visit(member);
  };
  visit(schemas);
  return found;
}
