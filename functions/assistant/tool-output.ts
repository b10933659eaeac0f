import * as z from 'zod';
import { isPageTool, toolOutputs } from '#shared/assistant-tools.ts';
import { type PatentDocument, patentDocumentSchema } from '#shared/patent-document.ts';
import { assistantSettings } from './assistant-settings.ts';

/** The output of a failed tool. */
export const toolError = (message: string) => JSON.stringify({ error: message });

/**
 * A tool's output for the model, of a browser. It may submit anything, so an output of another form is replaced by an error,
 * and unknown fields are dropped.
 */
export function takenOutput(tool: string, output: string): string {
  const value = parsed(output);
  if (isError(value)) return toolError(value.error.slice(0, 500));
  const checked = schemaOf(tool)?.safeParse(value);
  if (!checked?.success) return toolError('The output has not the form of this tool.');
  return boundedOutput(checked.data);
}

/** An output as the thread stores it, made by the page or by a function: one that is too large would fit neither there nor in the model. */
export function boundedOutput(output: object): string {
  const text = JSON.stringify(
    'paragraphs' in output ? cutDocument(output as PatentDocument) : output,
  );
  return text.length > assistantSettings.outputMaxLength
    ? toolError('The output is too large and was left out.')
    : text;
}

/** A patent that is short enough for the model: less of its description, then only its texts and dates, then fewer claims. */
function cutDocument(document: PatentDocument): PatentDocument {
  const { descriptionMaxLength, claimsMaxLength, outputMaxLength } = assistantSettings;
  const paragraphs = withinLength(document.paragraphs, descriptionMaxLength);
  const isWhole = paragraphs.length === document.paragraphs.length;
  const cut: PatentDocument = isWhole ? document : { ...document, paragraphs, truncated: true };
  if (JSON.stringify(cut).length <= outputMaxLength) return cut;
  const plain = Object.entries(cut).filter(([name]) => isForModel(name));
  return {
    ...(Object.fromEntries(plain) as PatentDocument),
    paragraphs: paragraphs.map(({ number, text }) => ({ number, text })),
    claims: withinLength(document.claims, claimsMaxLength).map(
      ({ marks, levels, ...claim }) => claim,
    ),
    citations: [],
    truncated: true,
  };
}

/** Fields of a document without which the model can answer. */
const leftOut: ReadonlySet<string> = new Set([
  'abstract_marks',
  'abstracts',
  'drawings',
  'events',
  'family',
  'literature',
  'objects',
  'printed_lines',
  'related',
  'sources',
  'titles',
  'translated_claims',
]);
const isForModel = (field: string) => !leftOut.has(field);

/** Parts from the first on whose texts have at most this many characters together. */
function withinLength<T extends { text: string }>(parts: readonly T[], most: number): T[] {
  let left = most;
  return parts.filter(({ text }) => {
    left -= text.length;
    return left >= 0;
  });
}

function schemaOf(tool: string) {
  // Of the other tools no browser gives an output.
  if (!isPageTool(tool)) return undefined;
  return tool === 'get_full_patent_text' ? patentDocumentSchema : toolOutputs[tool];
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
