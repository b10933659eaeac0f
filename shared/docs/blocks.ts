import * as z from 'zod';

/** One example in one language. */
const exampleSchema = z.object({
  language: z.enum(['curl', 'TypeScript', 'Python']),
  code: z.string(),
});

/** The building blocks of a documentation page. Text between backticks is code. */
const blockSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('heading'), text: z.string() }),
  z.object({ kind: z.literal('code'), label: z.string(), code: z.string() }),
  z.object({ kind: z.literal('examples'), label: z.string(), examples: z.array(exampleSchema) }),
  z.object({
    kind: z.literal('table'),
    label: z.string(),
    columns: z.array(z.string()),
    rows: z.array(z.array(z.string())),
  }),
]);

export type DocsBlock = z.output<typeof blockSchema>;

const sectionSchema = z.object({ id: z.string(), title: z.string(), blocks: z.array(blockSchema) });

export type DocsSection = z.output<typeof sectionSchema>;

export const docsPageSchema = z
  .object({
    index_id: z.string(),
    name: z.string(),
    title: z.string(),
    sections: z.array(sectionSchema),
  })
  .meta({ id: 'DocsPage' });

export type DocsPage = z.output<typeof docsPageSchema>;
