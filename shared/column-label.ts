import { acronyms } from './acronyms.ts';

/** What people call columns that have usual names. */
const labels: Readonly<Record<string, string>> = {
  ucid: 'Number',
  assignee: 'Owner',
  assignees: 'Owners',
  cpc: 'CPC class',
  ipc: 'IPC class',
  kind_code: 'Kind',
  update_date: 'Updated',
  conceptscore: 'Score',
};

/** The name of a column for people: "Priority date" for `priority_date` and `priorityDate`. */
export function columnLabel(name: string): string {
  const key = name.toLowerCase();
  if (Object.hasOwn(labels, key)) return labels[key]!;
  const words = name
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replaceAll(/[_\s]+/g, ' ')
    .trim();
  // A name in capitals may be an abbreviation.
  const plain = /\p{Ll}/u.test(words)
    ? words.replaceAll(/\p{Lu}(?=\p{Ll})/gu, (c) => c.toLowerCase())
    : words;
  if (plain === '') return name;
  const label = plain[0]!.toUpperCase() + plain.slice(1);
  return label.replaceAll(/[\p{L}\p{N}]+/gu, (word) =>
    acronyms.has(word.toLowerCase()) ? word.toUpperCase() : word,
  );
}

/** Labels of the columns of a table. Columns that would have the same one keep their names. */
export function columnLabels(names: readonly string[]): string[] {
  const labels = names.map(columnLabel);
  const count = (label: string) => labels.filter((other) => other === label).length;
  return names.map((name, at) => (count(labels[at]!) > 1 ? name : labels[at]!));
}
