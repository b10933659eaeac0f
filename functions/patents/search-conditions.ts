import type { FilterTree, SearchFilter } from '#engine';
import { alternativesOf, type SearchFilters } from '#shared/assistant-tools.ts';
import type { ChatFilters } from '#shared/contract/chat.ts';

/** A filter of a search of patents: what it asks of a row, and the same in words. */
export interface SearchCondition {
  tree: FilterTree;
  words: string;
}

/** The filters that a person has set. */
export function personsConditions(own: ChatFilters): SearchCondition[] {
  const { priority_date, publication_date, kind_code } = own;
  return [
    onDay('priority_date', own.priority_date_criteria ?? '=', priority_date),
    onDay('publication_date', own.publication_date_criteria ?? '=', publication_date),
    plain('kind_code', '=', kind_code),
    plain('cpc', 'begins', own.cpc, 'cpc begins with'),
  ].flat();
}

/** The filters of the assistant. Those on words are not among them: rows do not have the texts. */
export function modelsConditions(filters: SearchFilters): SearchCondition[] {
  return [
    onDay('priority_date', '>', filters.priority_after),
    onDay('priority_date', '<', filters.priority_before),
    onDay('publication_date', '>', filters.published_after),
    onDay('publication_date', '<', filters.published_before),
    either('kind_code', filters.kind_code, kind),
    either('cpc', filters.cpc, symbol),
    either('assignee', filters.assignee, owner),
    either('office', filters.office, office),
    either('inventor', filters.inventor, inventor),
    neither('cpc', filters.not_cpc, symbol),
    neither('kind_code', filters.not_kind_code, kind),
    neither('assignee', filters.not_assignee, owner),
    neither('office', filters.not_office, office),
    neither('documents', filters.not_documents, document),
  ].flat();
}

type ToTree = (value: string) => FilterTree;

const kind: ToTree = (value) => ({
  column: 'kind_code',
  operator: /^[A-Z]$/i.test(value) ? 'begins' : '=',
  value,
});

/** A class of either scheme. A symbol with a slash also stands for those that it begins: `B64C39/02` has `B64C39/024` below it. */
const symbol: ToTree = (value) => ({
  or: ['cpc', 'ipc'].flatMap((column): SearchFilter[] => [
    { column, operator: 'under', value },
    ...(value.includes('/') ? [{ column, operator: 'begins' as const, value }] : []),
  ]),
});

/** All spellings of an owner: its words without legal forms, or the text as it is. */
const owner: ToTree = (value) => ({
  or: [
    { column: 'assignee', operator: 'named', value },
    { column: 'assignee', operator: 'contains', value },
  ],
});

const office: ToTree = (value) => ({ column: 'ucid', operator: 'begins', value: `${value}-` });

const document: ToTree = (value) => ({ column: 'ucid', operator: '=', value });

/** Names are written with the family name first or last, and initials with and without a dot, or not at all. */
const inventor: ToTree = (value) => {
  const words = value.split(/[\s,.]+/).filter((word) => word.length > 1);
  const wanted = words.length > 0 ? words : [value];
  return {
    and: wanted.map(
      (word): FilterTree => ({ column: 'inventors', operator: 'contains', value: word }),
    ),
  };
};

function either(name: string, filter: string | null, toTree: ToTree): SearchCondition[] {
  const values = alternativesOf(filter);
  if (values.length === 0) return [];
  const trees = values.map(toTree);
  return [
    { tree: trees.length > 1 ? { or: trees } : trees[0]!, words: `${name} ${values.join(' or ')}` },
  ];
}

function neither(name: string, filter: string | null, toTree: ToTree): SearchCondition[] {
  return either(name, filter, toTree).map(({ tree, words }) => ({
    tree: { not: tree },
    words: `not ${words}`,
  }));
}

function onDay(
  column: string,
  operator: SearchFilter['operator'],
  value: string | null | undefined,
): SearchCondition[] {
  return plain(column, operator, value?.replaceAll('-', ''));
}

function plain(
  column: string,
  operator: SearchFilter['operator'],
  value: string | null | undefined,
  words = `${column} ${operator}`,
): SearchCondition[] {
  return value ? [{ tree: { column, operator, value }, words: `${words} ${value}` }] : [];
}
