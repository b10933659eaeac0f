const topics = [
  [
    'Bread',
    'flour, water, salt and yeast are kneaded into dough and baked until the crust is brown',
  ],
  ['Sailing', 'the crew hoists the mainsail, trims the jib and steers close to the wind'],
  ['Telescopes', 'a mirror collects faint light from distant galaxies and nebulae'],
  ['Bees', 'workers collect nectar from flowers and store honey in combs of wax'],
] as const;

/**
 * A dataset with semicolons, quotes and line breaks inside cells; the last row has too many cells.
 * @param rows rows that can be indexed
 */
export function notesCsv(rows: number): Buffer {
  const lines = Array.from({ length: rows }, (_, row) => {
    const [topic, text] = topics[row % topics.length]!;
    return `${row};"${topic} ${row}";"In note ${row} ${text}.\nIt is called ""${topic}""."`;
  });
  return Buffer.from(['id;title;story', ...lines, '"one";"cell";"too";"many"', ''].join('\n'));
}
