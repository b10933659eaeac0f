import { isCatalog } from './catalogs.ts';
import { rows } from './contract/rows.ts';
import { search } from './contract/search.ts';
import { actionOf } from './docs/index-docs.ts';
import {
  columnsByName,
  type DocsSubject,
  holdsOf,
  indexColumn,
  metadataColumns,
  sampleClick,
  sampleDictionary,
  sampleItem,
  sampleName,
  sampleQuery,
  sampleSearches,
  sampleValue,
  sampleVector,
} from './docs/subject.ts';
import { apiKeyScheme, componentSchemas, errorSchemas, type Json, operation } from './openapi.ts';

/** The calls of one index, with its columns, as an OpenAPI 3.1 document. */
export function indexOpenApi(subject: DocsSubject): Json {
  const query = sampleQuery(subject);
  const examples = {
    'query-index': {
      sent: { request: { conceptFeaturesString: query, maxNumItems: 10 } },
      answered: { totalFoundItems: subject.rows, foundItems: [sampleItem(subject, 0, 0.7423)] },
    },
    'query-index-several': {
      sent: sampleSearches(subject),
      answered: {
        answers: [
          { totalFoundItems: subject.rows, foundItems: [sampleItem(subject, 0, 0.7423)] },
          { totalFoundItems: subject.rows, foundItems: [sampleItem(subject, 0, 0)] },
        ],
      },
    },
    'query-similar-rows': {
      sent: { request: { ...sampleName(subject), maxNumItems: 2 } },
      answered: { foundItems: [sampleItem(subject, 1, 0.6108)] },
    },
    'get-query-vector': { sent: { request: { query } }, answered: sampleVector },
    'get-dictionary': { sent: { request: { query } }, answered: sampleDictionary(subject) },
    'warm-index': { sent: undefined, answered: {} },
    'record-click': { sent: sampleClick(subject), answered: { recorded: true } },
  };
  const names = Object.keys(examples) as (keyof typeof examples)[];
  return {
    openapi: '3.1.0',
    info: {
      title: `${subject.name} API`,
      version: '1.0',
      description: `Semantic search over the column ${indexColumn(subject)} of ${subject.name}.`,
    },
    servers: [{ url: subject.api_endpoint }],
    // Rows of catalogues do not change.
    tags: [search['query-index'], ...(isCatalog(subject.item_id) ? [] : [rows['upsert-rows']])].map(
      ({ tag: name }) => ({ name }),
    ),
    paths: {
      ...Object.fromEntries(
        names.map((name) => [actionOf(name), { post: call(name, examples[name]) }]),
      ),
      ...(!isCatalog(subject.item_id) && {
        '/rows': {
          put: changeOf('upsert-rows'),
          patch: changeOf('update-rows'),
          delete: changeOf('delete-rows'),
        },
      }),
    },
    components: {
      schemas: schemasOf(subject),
      securitySchemes: { apiKey: apiKeyScheme },
    },
  };
}

interface Part {
  content: { 'application/json': Json };
}

const withExample = (part: Part, example: object): Part => ({
  ...part,
  content: { 'application/json': { ...part.content['application/json'], example } },
});

/** A call with examples. It has no path parameter: the server URL contains the index. */
function call(
  name: keyof typeof search,
  { sent, answered }: { sent: object | undefined; answered: object },
): Json {
  const { parameters, requestBody, responses, ...rest } = operation(name, search[name]) as {
    parameters: unknown;
    requestBody: Part | undefined;
    responses: Record<string, Part>;
  };
  return {
    ...rest,
    requestBody: requestBody && sent && withExample(requestBody, sent),
    responses: { ...responses, 200: withExample(responses[200]!, answered) },
  };
}

/** A call that changes rows. */
function changeOf(name: keyof typeof rows): Json {
  const { parameters, ...rest } = operation(name, rows[name]) as { parameters: { in: string }[] };
  return { ...rest, parameters: parameters.filter((each) => each.in === 'query') };
}

/** Schemas of searches that name no column. */
const searchSchemas = [
  'Explanation',
  'Condition',
  'PhraseCondition',
  'NearCondition',
  'AllConditions',
  'AnyCondition',
  'NoCondition',
  'SignalWeights',
  'FacetRequest',
  'Facet',
  'SortOrder',
];

/** The contract's schemas, narrowed to the columns of this index. */
function schemasOf(subject: DocsSubject): Json {
  const { FoundItem, Filter, ...others } = componentSchemas() as Record<
    string,
    { properties: Record<string, Json> }
  >;
  const columns = [...metadataColumns(subject), ...columnsByName(subject)];
  return {
    FoundItem: {
      ...FoundItem,
      properties: {
        ...Object.fromEntries(
          columns.map((name) => [
            name,
            {
              type: 'string',
              description: holdsOf(subject, name) || undefined,
              examples: [sampleValue(subject, name)],
            },
          ]),
        ),
        ...FoundItem!.properties,
      },
      additionalProperties: false,
      examples: [sampleItem(subject, 0, 0.7423)],
    },
    Filter: {
      ...Filter,
      properties: {
        ...Filter!.properties,
        column: {
          type: 'string',
          enum: [...columns, indexColumn(subject)],
          description: 'Name of a column of the index',
        },
      },
    },
    ...Object.fromEntries(searchSchemas.map((id) => [id, others[id]])),
    Errors: errorSchemas.Errors,
    GatewayError: errorSchemas.GatewayError,
  };
}
