import { expect, test } from 'vitest';
import {
  assistantTools,
  functionTools,
  noSearchFilters,
  pageTools,
  type RerankArguments,
  type RerankOutput,
  type SearchArguments,
  type SearchFilters,
  type SearchOutput,
  toolOutputs,
} from './assistant-tools.ts';

/** All objects within a JSON Schema. */
function* objectsOf(schema: unknown): Generator<Record<string, unknown>> {
  if (typeof schema !== 'object' || schema === null) return;
  const node = schema as Record<string, unknown>;
  if (node.type === 'object') yield node;
  for (const child of Object.values(node)) yield* objectsOf(child);
}

test('the tools that a page answers have the names of the specification', () => {
  expect(pageTools).toEqual([
    'antecede_API',
    'get_full_patent_text',
    'rerank_patents_for_invalidation',
  ]);
});

test('the tools are strict: no other properties, and all of them required', () => {
  for (const tool of functionTools()) {
    expect(tool.strict).toBe(true);
    for (const object of objectsOf(tool.parameters)) {
      expect(object.additionalProperties).toBe(false);
      expect(object.required).toEqual(Object.keys(object.properties as object));
    }
  }
});

test('arguments that leave the schema are refused', () => {
  const { arguments: search } = assistantTools.antecede_API;
  const older = {
    priority_after: null,
    priority_before: '2015-12-31',
    published_after: null,
    published_before: null,
    cpc: null,
    kind_code: null,
    assignee: null,
  };
  const filters: SearchFilters = { ...noSearchFilters, priority_before: '2015-12-31' };
  // A page from before the other filters sends these.
  expect(search.parse({ query: 'folding wings', filters: older, limit: 5 }).filters).toEqual(
    filters,
  );
  const call: SearchArguments = { query: 'folding wings', filters, limit: 5 };
  expect(search.safeParse(call).success).toBe(true);
  expect(search.safeParse({ ...call, index: 'idx_other' }).success).toBe(false);
  expect(search.safeParse({ ...call, limit: 500 }).success).toBe(false);
  const late = { ...filters, priority_before: 'after 2015' };
  expect(search.safeParse({ ...call, filters: late }).success).toBe(false);
});

test('outputs of the tools are told from anything else', () => {
  const found: SearchOutput = { found: 0, documents: [], applied: ['CPC B64C39'] };
  expect(toolOutputs.antecede_API.parse(found)).toEqual(found);
  const passage = { part: 'claim' as const, number: 1, text: 'A wing', start: 0, end: 6 };
  const asked: RerankArguments = { ucid: null, claim_text: 'A wing', candidates: ['US-3703998-A'] };
  const [ucid] = asked.candidates;
  const ranked: RerankOutput = {
    elements: [{ label: '1a', text: 'A wing' }],
    documents: [
      {
        ucid: ucid!,
        title: 'Wing',
        score: 1,
        elements: [{ label: '1a', score: 1, grade: 'strong', passage }],
        passages: [{ ...passage, score: 1 }],
      },
    ],
  };
  const { rerank_patents_for_invalidation: rerank } = toolOutputs;
  expect(rerank.parse(ranked)).toEqual(ranked);
  expect(rerank.safeParse(found).success).toBe(false);
});
