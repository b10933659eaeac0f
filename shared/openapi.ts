import * as z from 'zod';
import { managementPath } from '#shared/management-scopes.ts';
import { contract, type EndpointName, endpointNames } from './contract/contract.ts';
import { type Endpoint, isOpen, securityOf, successStatus } from './contract/endpoint.ts';
import { errorsOf } from './contract/errors-of.ts';
import { errorBody } from './error-body.ts';
import { type ErrorCode, errorCatalog } from './errors.ts';
import { limits } from './limits.ts';

export type Json = Record<string, unknown>;

/**
 * Statuses that the gateway can answer before or instead of the function, with its own body. 431 has no
 * body. The functions know nothing of these answers.
 */
const gatewayMessages: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  413: 'Request Entity Too Large',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** The gateway verifies identity tokens, and refuses bodies that the functions cannot take (6 MB). */
function gatewayStatuses({ access, body }: Endpoint): number[] {
  return [...(isOpen(access) ? [] : [401]), ...(body ? [413] : []), 429, 500, 503];
}

/** The product's API as an OpenAPI 3.1 document, made from the contract. */
export function openApiDocument(origin: string): Json {
  const schemas = componentSchemas();
  const paths: Record<string, Json> = {};
  for (const name of endpointNames) {
    const endpoint: Endpoint = contract[name];
    paths[endpoint.path] ??= {};
    paths[endpoint.path]![endpoint.method.toLowerCase()] = operation(name, endpoint);
    if (!endpoint.manages) continue;
    const path = managementPath(endpoint.path);
    paths[path] ??= {};
    paths[path][endpoint.method.toLowerCase()] = {
      ...operation(name, endpoint),
      operationId: `manage-${name}`,
      description: `For programs with a management key. Scope: \`${endpoint.manages}\``,
      security: [{ managementKey: [] }],
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Antecede',
      version: '1.0',
      description:
        'Semantic search over patents and text datasets. A known path answers other methods than its own with 405 and the header Allow. Answers to GET have an ETag: a call with it in If-None-Match is answered with 304 while nothing has changed. Every public GET takes HEAD, too, and so does what programs ask again and again. Objects in bodies of calls take no members but those listed.',
    },
    servers: [{ url: origin }],
    tags: [...new Set(endpointNames.map((name) => contract[name].tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { ...schemas, ...errorSchemas },
      securitySchemes: {
        identityToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'Identity token of a signed-in user',
        },
        managementKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'A management key, made by an admin on the page Settings',
        },
        apiKey: apiKeyScheme,
        uploadToken: {
          type: 'apiKey',
          in: 'header',
          name: 'x-upload-token',
          description: 'Token of an upload, from its presigned JSON',
        },
        threadToken: {
          type: 'apiKey',
          in: 'header',
          name: 'x-thread-token',
          description: 'Token of a conversation that nobody signed in began',
        },
        stripeSignature: {
          type: 'apiKey',
          in: 'header',
          name: 'stripe-signature',
          description: 'Signature of the payment provider over the raw body',
        },
      },
    },
  };
}

/** Authentication of calls to the public index API. */
export const apiKeyScheme = {
  type: 'apiKey',
  in: 'header',
  name: 'x-api-key',
  description: 'A key of the index that is queried',
};

const DocsUrl = {
  type: 'string',
  format: 'uri',
  description: 'Address that explains the code',
};

export const errorSchemas: Json = {
  Error: {
    type: 'object',
    required: ['Code', 'Message', 'RequestId', 'DocsUrl'],
    properties: {
      Code: { type: 'string', enum: Object.keys(errorCatalog) },
      Message: { type: 'string' },
      RequestId: { type: 'string' },
      DocsUrl,
    },
  },
  Errors: {
    type: 'object',
    required: ['errors', 'RequestId'],
    properties: {
      errors: {
        type: 'array',
        items: {
          type: 'object',
          required: ['code', 'message', 'docsUrl'],
          properties: {
            code: { type: 'string', enum: Object.keys(errorCatalog) },
            message: { type: 'string' },
            docsUrl: DocsUrl,
          },
        },
      },
      RequestId: { type: 'string' },
    },
  },
  GatewayError: {
    type: 'object',
    description: 'An answer of the gateway, which does not know the codes of the product',
    required: ['message'],
    properties: { message: { type: 'string' } },
  },
};

const schemaUri = (id: string) => `#/components/schemas/${id}`;

/** All schemas that have an id, with references to each other. */
export function componentSchemas(): Record<string, Json> {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    io: 'output',
    unrepresentable: 'any',
    uri: schemaUri,
    override: forGenerators,
  });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, clean(schema)]));
}

/** A schema for use in the document. Schemas that have an id are referenced. */
function toSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const id = z.globalRegistry.get(schema)?.id;
  if (id) return { $ref: schemaUri(id) };
  const { $defs, ...converted } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: forGenerators,
  }) as Json;
  return clean(JSON.parse(JSON.stringify(converted).replaceAll('#/$defs/', schemaUri(''))));
}

/**
 * Writes what generators of clients do not know in words that they know: a tuple of equal members as a list of that length,
 * because they read neither `prefixItems` nor that `items` is false; and a list of values with a tab as a pattern.
 */
function forGenerators({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) {
  const { prefixItems: members, enum: values } = jsonSchema;
  if (values?.some((value) => String(value).includes('\t'))) {
    delete jsonSchema.enum;
    const written = values.map((value) => String(value).replace('\t', '\\t').replace('|', '\\|'));
    jsonSchema.pattern = `^(${written.join('|')})$`;
  }
  if (!members) return;
  if (new Set(members.map((member) => JSON.stringify(member))).size !== 1)
    throw new Error('The API document has no form for a tuple of different members');
  delete jsonSchema.prefixItems;
  Object.assign(jsonSchema, {
    items: members[0],
    minItems: members.length,
    maxItems: members.length,
  });
}

/** Drops keywords of JSON Schema that OpenAPI components do not need. */
function clean(schema: unknown): Json {
  const { $schema, $id, id, ...rest } = schema as Json;
  return rest;
}

/** One endpoint as an OpenAPI operation. */
export function operation(name: EndpointName, endpoint: Endpoint): Json {
  return {
    operationId: name,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    security: endpoint.keysInBody ? [] : securityOf(endpoint.access),
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...(endpoint.repeatable ? [repetition] : []),
    ],
    ...(endpoint.body && {
      requestBody: {
        // A body may be left out where each of its members may.
        required: !endpoint.body.safeParse({}).success,
        content: requestContent(endpoint, endpoint.body),
      },
    }),
    responses: {
      [successStatus(endpoint)]: success(endpoint),
      ...(endpoint.mayAccept && { 202: { description: 'Taken; nothing is to be answered' } }),
      ...failures(endpoint),
    },
  };
}

const repetition: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: `A text that nobody can guess, such as a UUID. A call with the same one is the same call: it is carried out once, and answered as the first for ${limits.idempotencyHours} hours`,
  schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKeyMaxLength },
};

function requestContent({ lines }: Endpoint, body: z.ZodType): Json {
  const schema = toSchema(body, 'input') as { properties: Record<string, Json> };
  if (!lines) return json(schema);
  const { items, description } = schema.properties[lines]!;
  return {
    ...json(schema),
    'application/x-ndjson': {
      schema: { ...(items as Json), description: `A line each. ${description}` },
    },
  };
}

const header = (description: string, example: string) => ({
  description,
  schema: { type: 'string' },
  example,
});

/** Headers of answers to holders of a key: what they may ask for, and have left. */
const limitHeaders = {
  'RateLimit-Policy': header(
    'What is allowed: `q` calls in `w` seconds with the key, and for the organization in a day',
    '"key";q=100;w=10, "day";q=10000;w=86400',
  ),
  RateLimit: header(
    'What is left: `r` calls. After `t` seconds the full limit is available again',
    '"key";r=99;t=1, "day";r=9963;t=40211',
  ),
};

const retryAfter = {
  'Retry-After': header('Seconds after which the call may be repeated', '2'),
};

/** The headers of an answer of our functions that callers need, by its status. */
function headersOf(status: number, isPublic: boolean): Json {
  return {
    // A caller without a valid key has no limits.
    ...(isPublic && status !== 401 && limitHeaders),
    ...((status === 429 || status === 503) && retryAfter),
  };
}

const withHeaders = (headers: Json) => Object.keys(headers).length > 0 && { headers };

const json = (schema: Json) => ({ 'application/json': { schema } });

function success(endpoint: Endpoint): Json {
  if (!endpoint.redirects) {
    const headers = withHeaders(headersOf(successStatus(endpoint), endpoint.access === 'api-key'));
    return { description: 'Success', ...headers, content: answerContent(endpoint) };
  }
  const location = toSchema(endpoint.output, 'output');
  return {
    description: 'Leads elsewhere',
    headers: { Location: { schema: location } },
    content: json({ type: 'object' }),
  };
}

const answerContent = ({ mediaType, alsoHtml, output }: Endpoint) => ({
  // Of bytes, OpenAPI 3.1 says nothing but the media type.
  [mediaType ?? 'application/json']: mediaType?.startsWith('image/')
    ? {}
    : { schema: toSchema(output, 'output') },
  ...(alsoHtml && { 'text/html': { schema: { type: 'string', description: alsoHtml } } }),
});

function parameters(place: 'path' | 'query', schema: z.ZodObject | undefined): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toSchema(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, parameterSchema]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: parameterSchema,
  }));
}

function failures(endpoint: Endpoint): Json {
  const codes = Map.groupBy<number, ErrorCode>(
    errorsOf(endpoint),
    (code) => errorCatalog[code].status,
  );
  const ofGateway = gatewayStatuses(endpoint);
  const statuses = [...new Set([...codes.keys(), ...ofGateway])].sort((a, b) => a - b);
  const isPublic = endpoint.access === 'api-key';
  const answers = statuses.map((status) => [
    status,
    failure(status, codes.get(status) ?? [], ofGateway.includes(status), isPublic),
  ]);
  return {
    ...Object.fromEntries(answers),
    ...(endpoint.alsoHtml && fileNotFound(Object.fromEntries(answers))),
    431: {
      description: 'The address and the headers are too long together. The body is empty.',
      content: { 'text/plain': { schema: { type: 'string', maxLength: 0 } } },
    },
  };
}

/** Paths that the web app answers are files. The store of files says in its own words that one is not there. */
const fileNotFound = ({ 404: notFound }: Record<number, { content: Json }>): Json => ({
  403: {
    description: 'No such file of the web app, on AWS',
    content: { 'application/xml': { schema: { type: 'string' } } },
  },
  404: {
    ...notFound,
    content: { ...notFound!.content, 'text/plain': { schema: { type: 'string' } } },
  },
});

/** All answers with one status: the product's, the gateway's, or both. */
function failure(
  status: number,
  codes: readonly ErrorCode[],
  byGateway: boolean,
  isPublic: boolean,
): Json {
  const ownSchema = { $ref: schemaUri(isPublic ? 'Errors' : 'Error') };
  const gatewaySchema = { $ref: schemaUri('GatewayError') };
  const message = gatewayMessages[status];
  const [first] = codes;
  const lines = codes.map((code) => `${code}: ${errorCatalog[code].message}`);
  if (byGateway) lines.push(`From the gateway, without a code: ${message}`);
  const schemas = [...(first ? [ownSchema] : []), ...(byGateway ? [gatewaySchema] : [])];
  const example = first ? failureExample(first, isPublic) : { message };
  return {
    description: lines.join('\n\n'),
    ...(first && withHeaders(headersOf(status, isPublic))),
    content: {
      'application/json': {
        schema: schemas.length > 1 ? { anyOf: schemas } : schemas[0],
        example,
      },
    },
  };
}

const exampleOrigin = 'https://antecede.example';

/** An example answer, in the form of the public index API or of the product's other calls. */
function failureExample(code: ErrorCode, isPublic: boolean): object {
  return errorBody({
    code,
    message: errorCatalog[code].message,
    requestId: '6f1c9a52-3d0b-4e7a-9f64-1b2c8d5e7a90',
    isPublic,
    origin: exampleOrigin,
  });
}
