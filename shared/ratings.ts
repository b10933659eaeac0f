/** What somebody thinks of a document for the matter of a list. Apart from the schemas, which the browser would load with it. */
export const ratings = ['relevant', 'maybe', 'not'] as const;
