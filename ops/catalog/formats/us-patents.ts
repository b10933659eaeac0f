import type { Catalog } from './format.ts';
import { headText } from './json-lines.ts';
import { patentKinds } from './patent-kinds.ts';
import { patentColumns, patentColumnsOf } from './patent-row.ts';

const kindOf = (head: Buffer) => {
  const text = headText(head);
  return patentKinds.find(({ detects }) => detects(text));
};

export const usPatents: Catalog = {
  hasDocuments: true,
  columns: patentColumns,
  headerOf: ({ patentTexts }) => patentColumnsOf(patentTexts),
  inputs: `${patentKinds
    .filter(({ format }) => format)
    .map(({ name }) => name)
    .join('; ')}; files, folders and zip archives of them`,
  unreadKind(head) {
    const kind = kindOf(head);
    return kind?.format ? undefined : kind?.name;
  },
  formatOf: (head, choice) => kindOf(head)?.format?.(choice, headText(head)),
};
