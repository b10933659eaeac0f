import type * as z from 'zod';
import {
  type CitationArguments,
  type CitationsOutput,
  type RerankArguments,
  type RerankOutput,
  type SearchArguments,
  type SearchOutput,
  type ToolName,
  toolOutputs,
} from '#shared/assistant-tools.ts';
import { type PatentDocument, patentDocumentSchema } from '#shared/patent-document.ts';

/** A call of a tool that the assistant asks for. */
export interface ToolCall {
  name: ToolName;
  arguments: SearchArguments | RerankArguments | CitationArguments | { ucid: string };
}

/**
 * A plan: yields each call that it needs, receives the call's output (undefined where the tool is not offered),
 * and returns the answer.
 */
export type Plan<Result = string> = Generator<ToolCall, Result, string | undefined>;

/** An output as a value of this shape; undefined for anything else, because outputs are untrusted. */
export function parseOutput<S extends z.ZodType>(
  output: string | undefined,
  shape: S,
): z.output<S> | undefined {
  if (output === undefined) return undefined;
  try {
    return shape.safeParse(JSON.parse(output)).data;
  } catch {
    return undefined;
  }
}

export function* search(asked: SearchArguments): Plan<SearchOutput | undefined> {
  const output = yield { name: 'antecede_API', arguments: asked };
  return parseOutput(output, toolOutputs.antecede_API);
}

export function* read(ucid: string): Plan<PatentDocument | undefined> {
  const output = yield { name: 'get_full_patent_text', arguments: { ucid } };
  return parseOutput(output, patentDocumentSchema);
}

export function* rerank(asked: RerankArguments): Plan<RerankOutput | undefined> {
  const output = yield { name: 'rerank_patents_for_invalidation', arguments: asked };
  return parseOutput(output, toolOutputs.rerank_patents_for_invalidation);
}

export function* citations(asked: CitationArguments): Plan<CitationsOutput | undefined> {
  const output = yield { name: 'get_citations', arguments: asked };
  return parseOutput(output, toolOutputs.get_citations);
}
