import { lambda } from '#core/request/lambda.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { newId } from '#core/runtime/ids.ts';
import { readList } from '#functions/lists/index.ts';
import { member } from '#functions/people/index.ts';
import { lists } from '#shared/contract/lists.ts';
import { listToPdf } from '../report-files/list-to-pdf.ts';
import { putExport } from '../reports-bucket.ts';

/** The name of a list as that of a file, without what headers and file systems take for something else. */
const fileNameOf = ({ name }: { name: string }) =>
  `${
    name
      .normalize('NFKD')
      .replaceAll(/[^A-Za-z0-9 ()-]+/g, '')
      .trim() || 'list'
  }.pdf`;

export const handler = lambda(lists, 'export-list', member, async ({ params, principal, now }) => {
  await requireAttempt('report_files', principal.user.item_id, now);
  const { list, items } = await readList(principal, params.list_id);
  const file = await listToPdf(list, items, now);
  return putExport(principal.orgId, newId('exp'), 'pdf', fileNameOf(list), file, now);
});
