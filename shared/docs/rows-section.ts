import { columnFor } from '#shared/column-uses.ts';
import { rows } from '#shared/contract/rows.ts';
import { formatBytes, limits } from '#shared/limits.ts';
import type { DocsSection } from './blocks.ts';
import { keyPlaceholder } from './code-examples.ts';
import { fieldTable } from './field-table.ts';
import { code, examples, heading, json, text } from './make-blocks.ts';
import { type DocsSubject, indexColumn, metadataColumns } from './subject.ts';

const printAnswer = { typeScript: 'console.log(result);', python: 'print(result)' };

/** `PUT`, `PATCH` and `DELETE /rows`. */
export function rowsSection(subject: DocsSubject): DocsSection {
  const columns = metadataColumns(subject);
  const key = columnFor('id', columns, undefined) ?? columns[0] ?? 'id';
  const url = `${subject.api_endpoint}/rows?key=${encodeURIComponent(key)}`;
  // Of no row that there is: who runs the examples must not lose one.
  const id = 'example-1';
  const row = { [key]: id, [indexColumn(subject)]: 'The text that searches find this row by' };
  const upsert = rows['upsert-rows'];
  return {
    id: 'rows',
    title: 'Rows',
    blocks: [
      text(
        'Rows of an index that was built can be added, replaced and deleted without a new build. It takes a key that may change rows: an admin makes one with `changes_rows: true` (`POST /api/index`). Catalogues do not change.',
      ),
      text(
        `A row is told apart by the value of a column: that of ids, or the one that \`key\` names in the address. A call has up to ${limits.changeRowsMax.toLocaleString('en-US')} rows or keys and ${formatBytes(limits.changeBytesMax)}. All of it happens, or nothing. The answer comes when the change is stored; every search that begins later finds it. Such calls do not count as queries.`,
      ),
      text(
        `New rows are searched with the words that the index learned when it was built: words that are new to it are found, but have no meaning to it yet. A build takes all changes in, from the same file or a newer one of its name, also those that come while it runs; after ${limits.changedRowsMax.toLocaleString('en-US')} added, replaced and deleted rows one is needed (\`TooManyChanges\`). In the seconds in which a build is published, changes are answered \`Busy\`: send them again. While an index is built from another file or with other columns, they are refused with \`IndexBuilding\`. Indexes on a search cluster do not change (\`RowsNotChangeable\`): a new build is their way to new rows.`,
      ),
      heading('Add or replace'),
      text(`\`PUT /rows\`: ${upsert.summary}`),
      fieldTable('Fields in the address', upsert.query, 'input'),
      fieldTable('Fields of the request', upsert.body, 'input'),
      examples('A row that is added or replaced', url, { rows: [row] }, printAnswer, 'PUT'),
      text('With `content-type: application/x-ndjson`, the body has a row in each line:'),
      code(
        'Rows from a file of JSON lines',
        `curl -X PUT '${url}' \\\n  -H 'x-api-key: ${keyPlaceholder}' \\\n  -H 'content-type: application/x-ndjson' \\\n  --data-binary @rows.jsonl`,
      ),
      json('Answer', { version: 'bld_8f3k2m.1', removed: 1, rows: subject.rows }),
      fieldTable('Fields of the answer', upsert.output, 'output'),
      heading('Change cells'),
      text(`\`PATCH /rows\`: ${rows['update-rows'].summary}`),
      fieldTable('Fields of a change of cells', rows['update-rows'].body, 'input'),
      examples(
        'Another text of a row',
        url,
        { rows: [{ [key]: id, [indexColumn(subject)]: 'The text that searches find it by now' }] },
        printAnswer,
        'PATCH',
      ),
      heading('Delete'),
      text(`\`DELETE /rows\`: ${rows['delete-rows'].summary}`),
      fieldTable('Fields of a deletion', rows['delete-rows'].body, 'input'),
      examples('A row that is deleted', url, { keys: [id] }, printAnswer, 'DELETE'),
    ],
  };
}
