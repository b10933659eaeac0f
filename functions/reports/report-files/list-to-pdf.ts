import { catalogs, isCatalog } from '#shared/catalogs.ts';
import type { List, ListItem, Rating } from '#shared/contract/lists.ts';
import { formatDay } from '#shared/format-day.ts';
import type { Paragraph } from './pdf-text.ts';
import { PdfWriter, styles } from './pdf-writer.ts';

const columns = [
  { title: 'Document', width: 0.42 },
  { title: 'Rating', width: 0.13 },
  { title: 'Note and tags', width: 0.45 },
];

const ratingNames: Record<Rating, string> = {
  relevant: 'Relevant',
  maybe: 'Maybe',
  not: 'Not relevant',
};

/** The most relevant first, those without a rating last. */
const order: readonly (Rating | undefined)[] = ['relevant', 'maybe', 'not', undefined];

const line = (text: string, style = styles.small): Paragraph => ({ spans: [{ text, style }] });

/** A list with its ratings, notes and tags as a tagged PDF. */
export function listToPdf(list: List, items: readonly ListItem[], now: Date): Promise<Uint8Array> {
  const pdf = new PdfWriter({
    title: list.name,
    createdAt: now.toISOString(),
    footer: `Antecede · ${list.name}`,
  });
  pdf.title(list.name);
  const about = [
    `${items.length.toLocaleString('en-US')} ${items.length === 1 ? 'document' : 'documents'}`,
    ...(list.project ? [`project ${list.project.name}`] : []),
    `made by ${list.owner}`,
    `as of ${formatDay(now.toISOString())}`,
  ];
  pdf.paragraphs(line(about.join(', '), styles.note));
  pdf.space(12);
  const sorted = items.toSorted((a, b) => order.indexOf(a.rating) - order.indexOf(b.rating));
  if (sorted.length > 0) pdf.table(columns, sorted.map(rowOf));
  return pdf.finish();
}

function rowOf({ index_id, id, title, rating, note, tags, by, at }: ListItem) {
  const index = isCatalog(index_id) ? catalogs[index_id].name : index_id;
  return {
    cells: [
      [line(title, styles.smallStrong), line(`${id} · ${index}`, styles.note)],
      [line(rating ? ratingNames[rating] : '–')],
      [
        ...(note ? [line(note)] : []),
        ...(tags.length > 0 ? [line(tags.join(', '), styles.note)] : []),
        line(`Added by ${by}, ${formatDay(at)}`, styles.note),
      ],
    ],
  };
}
