import { searchExports } from '#shared/contract/search-exports.ts';
import { formatBytes, limits } from '#shared/limits.ts';
import type { DocsSection } from './blocks.ts';
import { keyPlaceholder } from './code-examples.ts';
import { fieldTable } from './field-table.ts';
import { code, examples, heading, json, text } from './make-blocks.ts';
import { type DocsSubject, metadataColumns, sampleQuery } from './subject.ts';

const printExport = {
  typeScript: 'console.log(result.export_id, result.status, result.rows_wanted);',
  python: 'print(result["export_id"], result["status"], result["rows_wanted"])',
};

const shownId = 'exp_8f3k2m';

/** `POST /exports` and what becomes of it. */
export function exportsSection(subject: DocsSubject): DocsSection {
  const url = `${subject.api_endpoint}/exports`;
  const create = searchExports['create-search-export'];
  const get = searchExports['get-search-export'];
  const request = {
    conceptFeaturesString: sampleQuery(subject),
    fields: metadataColumns(subject).slice(0, 2),
  };
  const rows = Math.min(subject.rows, limits.exportRowsMax);
  return {
    id: 'exports',
    title: 'Exports',
    blocks: [
      text(`\`POST /exports\`: ${create.summary}`),
      fieldTable('Fields of the request', create.body, 'input'),
      fieldTable('Fields of the search', create.body.shape.request, 'input'),
      examples('An export', url, { format: 'jsonl', request }, printExport),
      text(
        `An export has the first ${limits.exportRowsMax.toLocaleString('en')} rows and ${formatBytes(limits.exportBytesMax)}; \`total_found\` and \`rows_wanted\` say whether there were more. Up to a thousand rows are in the order of relevance; more are listed in the order of the index, unless \`sort\` says otherwise. It counts as one search for each ${limits.searchMaxItems} rows, when it begins: if the quota of the day has not so many left, it is refused with \`QuotaExceeded\` and nothing is written. One that fails gives them back, except the first.`,
      ),
      text(
        'Send a header `Idempotency-Key` with a text that nobody can guess, such as a UUID, to be able to repeat a call whose answer was lost: a repetition begins nothing, counts as one search, and is answered with the export that there is.',
      ),
      heading('How far it is'),
      text(
        `\`GET /exports/{export_id}\`: ${get.summary} Ask every few seconds until \`status\` is \`ready\`, and download the file from \`download_url\`. The address works for five minutes; each answer has a new one. Files are kept for ${limits.exportDays} days.`,
      ),
      code('Look, and download', `curl '${url}/${shownId}' -H 'x-api-key: ${keyPlaceholder}'`),
      json('Answer', {
        export_id: shownId,
        index_id: subject.item_id,
        format: 'jsonl',
        status: 'writing',
        ranked: false,
        total_found: subject.rows,
        rows_wanted: rows,
        rows: Math.floor(rows / 2),
        counted_searches: Math.max(1, Math.ceil(rows / limits.searchMaxItems)),
        created_at: '2026-11-26T14:00:00.000Z',
      }),
      fieldTable('Fields of the answer', get.output, 'output'),
      text(`\`DELETE /exports/{export_id}\`: ${searchExports['delete-search-export'].summary}`),
    ],
  };
}
