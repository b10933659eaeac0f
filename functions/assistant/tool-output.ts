import * as z from 'zod';
import { toolOutputs } from '#shared/assistant-tools.ts';
import { type PatentDocument, patentDocumentSchema } from '#shared/patent-document.ts';
import { assistantSettings } from './assistant-settings.ts';

/** The output of a failed tool. */
export const toolError = (message: string) => JSON.stringify({ error: message });

/**
 * A tool's output for the model. A browser may submit anything, so an output of another form is replaced by
 * an error, and unknown fields are dropped.
 */
export function takenOutput(tool: string, output: string): string {
  const value = parsed(output);
  if (isError(value)) return toolError(value.error.slice(0, 500));
  const schema = schemaOf(tool);
  const checked = schema?.safeParse(value);
  if (!checked?.success) return toolError('The output has not the form of this tool.');
  const { data } = checked;
  const taken = JSON.stringify('paragraphs' in data ? cutDocument(data) : data);
  return taken.length > assistantSettings.outputMaxLength
    ? toolError('The output is too large and was left out.')
    : taken;
}

/** A patent whose description is short enough for the model. */
export function cutDocument(document: PatentDocument): PatentDocument {
  let left = assistantSettings.descriptionMaxLength;
  const paragraphs = document.paragraphs.filter(({ text }) => {
    left -= text.length;
    return left >= 0;
  });
  if (paragraphs.length === document.paragraphs.length) return document;
  return { ...document, paragraphs, truncated: true };
}

function schemaOf(tool: string) {
  if (tool === 'get_full_patent_text') return patentDocumentSchema;
  return Object.hasOwn(toolOutputs, tool)
    ? toolOutputs[tool as keyof typeof toolOutputs]
    : undefined;
}

const isError = (value: unknown): value is { error: string } =>
  typeof value === 'object' &&
  value !== null &&
  'error' in value &&
  typeof value.error === 'string';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** UCIDs of the patents in an output: what an answer may cite. */
export function ucidsIn(output: string): string[] {
  const { data } = ucidsSchema.safeParse(parsed(output));
  return [data?.ucid, ...(data?.documents ?? []).map(({ ucid }) => ucid)].filter(
    (ucid) => ucid !== undefined,
  );
}

const ucid = z.string().optional();
const ucidsSchema = z.object({ ucid, documents: z.array(z.object({ ucid })).optional() });
