/** The page that explains every code of an error: `docs/errors/README.md`. */
const [text] = Object.values(
  import.meta.glob<string>('../../../docs/errors/README.md', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
);
export const errorsText = text!;
