import {
  type PatentSource,
  readPatent,
  rerankPatents,
  searchPatents,
} from '#functions/patents/index.ts';
import { assistantTools, type ToolName } from '#shared/assistant-tools.ts';
import type { ChatFilters } from '#shared/contract/chat.ts';
import { ProductError } from '#shared/errors.ts';
import { readCitations, readPart, readRecord, searchLiterature } from './read-tools.ts';
import { boundedOutput, toolError } from './tool-output.ts';

export interface ToolCall {
  name: string;
  /** JSON, as the model wrote it. */
  arguments: string;
}

const isTool = (name: string): name is ToolName => Object.hasOwn(assistantTools, name);

/** The error of a call, worded for the model; undefined if the call is valid. */
export function problemOf({ name, arguments: given }: ToolCall): string | undefined {
  if (!isTool(name)) return 'There is no such tool.';
  let value: unknown;
  try {
    value = JSON.parse(given);
  } catch {
    return 'The arguments are not valid JSON.';
  }
  const { error } = assistantTools[name].arguments.safeParse(value);
  if (!error) return undefined;
  const problems = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  return `The arguments do not fit the schema. ${problems.slice(0, 5).join('; ')}`;
}

/**
 * Answers a tool call as the browser would. The model gets the errors of tools as output.
 * @param source by default what the catalogue serves now
 */
export async function runTool(
  { name, arguments: given }: ToolCall,
  own: ChatFilters,
  source?: PatentSource,
) {
  try {
    return boundedOutput(await outputOf(name as ToolName, JSON.parse(given), own, source));
  } catch (error) {
    if (error instanceof ProductError) return toolError(error.message);
    throw error;
  }
}

async function outputOf(name: ToolName, given: unknown, own: ChatFilters, source?: PatentSource) {
  switch (name) {
    case 'antecede_API':
      return searchPatents(assistantTools[name].arguments.parse(given), own, source);
    case 'get_full_patent_text':
      return (source?.readPatent ?? readPatent)(assistantTools[name].arguments.parse(given).ucid);
    case 'rerank_patents_for_invalidation':
      return rerankPatents(assistantTools[name].arguments.parse(given), source);
    case 'read_patent_part':
      return readPart(assistantTools[name].arguments.parse(given), source);
    case 'get_patent_record':
      return readRecord(assistantTools[name].arguments.parse(given).ucid, source);
    case 'get_citations':
      return readCitations(assistantTools[name].arguments.parse(given), source);
    case 'search_literature':
      return searchLiterature(assistantTools[name].arguments.parse(given));
  }
}
