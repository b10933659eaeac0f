import { limits } from '#shared/limits.ts';
import type { DocsBlock } from './blocks.ts';
import { examples, heading, text } from './make-blocks.ts';
import { type DocsSubject, sampleQuery, vectorColumn } from './subject.ts';

const placeholder = 'VECTOR';
const written = JSON.stringify(placeholder);

/** A vector of so many numbers, short to write in each language. */
const vectors = {
  // Ends the single quotes around the body, and begins them again.
  curl: (count: number) => `['"$(printf '%s,' $(seq ${count - 1}))"'${count}]`,
  TypeScript: (count: number) => `Array.from({ length: ${count} }, (_, i) => i + 1)`,
  Python: (count: number) => `[i + 1 for i in range(${count})]`,
};

const printItems = {
  typeScript: 'for (const item of result.foundItems) console.log(item);',
  python: 'for item in result["foundItems"]:\n    print(item)',
};

/** Searches with a vector, if the index has a column of vectors. */
export function vectorBlocks(subject: DocsSubject, url: string): DocsBlock[] {
  const column = vectorColumn(subject);
  const count = subject.vector_dimensions;
  if (count === undefined) return [];
  if (column === undefined) {
    return [
      heading('Vectors of a model'),
      text(
        'A model of this installation has given the rows of this index vectors, and gives each `conceptFeaturesString` one: rows with near vectors are found, too, even if they have no word of the text. Where it gives none in time, words and meaning rank alone, and `vectorProblem` says so. Lists, counts alone and exports are without it.',
      ),
    ];
  }
  const asked = { conceptFeaturesString: sampleQuery(subject), vector: placeholder };
  const block = examples(
    'A search with a vector',
    url,
    { request: { ...asked, maxNumItems: 2 } },
    printItems,
  );
  return [
    heading('Search with a vector'),
    text(
      `The rows of this index have vectors of ${count.toLocaleString('en')} numbers in the column \`${column}\`. Ask with one of the same model as \`vector\`, of any length. With a text, both rank: rows with near vectors are found, too, even if they have no word of the text, and cosines count by the weight of the index, which its build has chosen or its owner has set (0 to ${limits.vectorMaxWeight}). Without a text, the vector alone ranks, and \`conceptScore\` is the cosine. Rows without a vector are found by words only. Filters, \`distinct\`, counts, pages and explanations are as without a vector. The column itself is not returned and takes no filter.`,
    ),
    {
      ...block,
      examples: block.examples.map(({ language, code }) => ({
        language,
        code: code.replace(written, () => vectors[language](count)),
      })),
    },
    text('The vector of these examples has a direction of no meaning; put yours in its place.'),
  ];
}
