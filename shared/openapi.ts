import * as z from 'zod';
import { contract, type EndpointName, endpointNames } from './contract/contract.ts';
import type { Access, Endpoint } from './contract/endpoint.ts';
import { type ErrorCode, errorCatalog } from './errors.ts';

export type Json = Record<string, unknown>;

const memberErrors = [
  'Unauthenticated',
  'Forbidden',
  'NotFound',
  'UserNotFound',
  'NoOrganization',
] as const;

/** Failures that follow from who may call, beside those an endpoint names itself. */
const accessErrors: Record<Access, readonly ErrorCode[]> = {
  public: [],
  token: ['Unauthenticated', 'Forbidden'],
  user: ['Unauthenticated', 'Forbidden', 'UserNotFound'],
  member: memberErrors,
  admin: memberErrors,
  'api-key': ['InvalidApiKey', 'SubscriptionExpired', 'RateLimited', 'QuotaExceeded'],
  'upload-token': ['UploadTokenInvalid'],
};

/** Every expected failure of an endpoint. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const takesInput = endpoint.params || endpoint.query || endpoint.body;
  return [
    ...(takesInput ? (['InvalidRequest'] as const) : []),
    ...accessErrors[endpoint.access],
    ...(endpoint.errors ?? []),
    'Busy',
    'Internal',
  ];
}

/** The product's API as an OpenAPI 3.1 document, made from the contract. */
export function openApiDocument(origin: string): Json {
  const schemas = componentSchemas();
  const paths: Record<string, Json> = {};
  for (const name of endpointNames) {
    const endpoint: Endpoint = contract[name];
    paths[endpoint.path] ??= {};
    paths[endpoint.path]![endpoint.method.toLowerCase()] = operation(name, endpoint);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Antecede',
      version: '1.0',
      description: 'Semantic search over patents and text datasets.',
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
        apiKey: apiKeyScheme,
        uploadToken: {
          type: 'apiKey',
          in: 'header',
          name: 'x-upload-token',
          description: 'Token of an upload, from its presigned JSON',
        },
      },
    },
  };
}

/** What stands in the header of calls to the public index API. */
export const apiKeyScheme = {
  type: 'apiKey',
  in: 'header',
  name: 'x-api-key',
  description: 'A key of the index that is queried',
};

export const errorSchemas: Json = {
  Error: {
    type: 'object',
    required: ['Code', 'Message', 'RequestId'],
    properties: {
      Code: { type: 'string', enum: Object.keys(errorCatalog) },
      Message: { type: 'string' },
      RequestId: { type: 'string' },
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
          required: ['code', 'message'],
          properties: {
            code: { type: 'string', enum: Object.keys(errorCatalog) },
            message: { type: 'string' },
          },
        },
      },
      RequestId: { type: 'string' },
    },
  },
};

const schemaUri = (id: string) => `#/components/schemas/${id}`;

/** All schemas that carry an id, referring to each other. */
export function componentSchemas(): Record<string, Json> {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    io: 'output',
    unrepresentable: 'any',
    uri: schemaUri,
  });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, clean(schema)]));
}

/** A schema for use within the document: named parts are referred to, not repeated. */
function toSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const id = z.globalRegistry.get(schema)?.id;
  if (id) return { $ref: schemaUri(id) };
  const { $defs, ...converted } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return clean(JSON.parse(JSON.stringify(converted).replaceAll('#/$defs/', schemaUri(''))));
}

/** Drops what JSON Schema has and OpenAPI components do not need. */
function clean(schema: unknown): Json {
  const { $schema, $id, id, ...rest } = schema as Json;
  return rest;
}

/** One call of the contract. */
export function operation(name: EndpointName, endpoint: Endpoint): Json {
  const security: Partial<Record<Access, Json[]>> = {
    public: [],
    'api-key': [{ apiKey: [] }],
    'upload-token': [{ uploadToken: [] }],
  };
  return {
    operationId: name,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    security: security[endpoint.access] ?? [{ identityToken: [] }],
    parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
    ...(endpoint.body && {
      requestBody: { required: true, content: json(toSchema(endpoint.body, 'input')) },
    }),
    responses: {
      200: { description: 'Success', content: answerContent(endpoint) },
      ...failures(endpoint),
    },
  };
}

const json = (schema: Json) => ({ 'application/json': { schema } });

const answerContent = ({ mediaType, output }: Endpoint) => ({
  [mediaType ?? 'application/json']: { schema: toSchema(output, 'output') },
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
  const byStatus = Map.groupBy(errorsOf(endpoint), (code) => errorCatalog[code].status);
  const isPublic = endpoint.access === 'api-key';
  const schema = { $ref: schemaUri(isPublic ? 'Errors' : 'Error') };
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `${code}: ${errorCatalog[code].message}`).join('\n\n'),
        content: {
          'application/json': { schema, example: failureExample(codes[0]!, isPublic) },
        },
      },
    ]),
  );
}

/** An answer with this error, as the public index API or the product's own calls word it. */
function failureExample(code: ErrorCode, isPublic: boolean): Json {
  const { message } = errorCatalog[code];
  const RequestId = '6f1c9a52-3d0b-4e7a-9f64-1b2c8d5e7a90';
  return isPublic
    ? { errors: [{ code, message }], RequestId }
    : { Code: code, Message: message, RequestId };
}
