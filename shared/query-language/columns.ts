/** A column of an index as queries see it. */
export interface QueryColumn {
  readonly name: string;
  readonly kind:
    | 'body'
    | 'title'
    | 'text'
    | 'keyword'
    | 'date'
    | 'number'
    | 'id'
    | 'link'
    | 'vector';
}

/** Short names of columns, with the columns that they may stand for: the first that the index has. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  ti: ['title'],
  ab: ['abstract'],
  clm: ['claims'],
  owner: ['assignee', 'assignees', 'owner', 'applicant', 'applicants'],
  pa: ['assignee', 'assignees', 'applicant', 'applicants'],
  inventor: ['inventors', 'inventor'],
  author: ['authors', 'author'],
  class: ['cpc', 'ipc', 'categories'],
  category: ['categories'],
  pd: ['publication_date', 'published_date', 'update_date', 'revision_date', 'date'],
  prd: ['priority_date'],
  gd: ['grant_date'],
  kind: ['kind_code'],
  family: ['family_id'],
  cites: ['cites', 'citations', 'cited'],
};
/** Names that stand for the column of a kind. */
const KINDS: Readonly<Record<string, QueryColumn['kind']>> = {
  title: 'title',
  text: 'body',
  pn: 'id',
  id: 'id',
};

const plain = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, '');

/** The column that a name in a query stands for: its own name, however it is joined, or a short one. */
export function columnOf(columns: readonly QueryColumn[], name: string): QueryColumn | undefined {
  const wanted = plain(name);
  const named = (other: string) => columns.find((column) => plain(column.name) === plain(other));
  const alias = Object.hasOwn(ALIASES, wanted) ? ALIASES[wanted]! : [];
  const kind = Object.hasOwn(KINDS, wanted) ? KINDS[wanted] : undefined;
  return (
    named(name) ??
    alias.map(named).find((column) => column !== undefined) ??
    columns.find((column) => column.kind === kind)
  );
}

/** Whether a column lists what its rows cite. Of those with such a name, some count it. */
export const isCitesColumn = ({ name, kind }: QueryColumn): boolean =>
  kind !== 'number' && ALIASES.cites!.includes(plain(name));
