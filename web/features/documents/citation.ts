interface Cited {
  title: string;
  id: string;
  /** Its other metadata, such as author and date. */
  details: readonly { name: string; value: string }[];
  address: string;
}

const who = /^(authors?|assignees?)$/i;
/** The best first: a paper is cited by the day on which it appeared. */
const when = [/^(publication|published)_date$/i, /^(update_date|revision_date|date|year)$/i];

/** A document as it is named in a list of sources: who, title, id, date, address. */
export function citation({ title, id, details, address }: Cited): string {
  const detail = (names: RegExp) => details.find(({ name }) => names.test(name))?.value;
  return [detail(who), title, id, detail(when[0]!) ?? detail(when[1]!), address]
    .filter((part) => part !== undefined && part !== '')
    .map((part) => part?.replace(/[\s.]+$/, ''))
    .join('. ');
}
