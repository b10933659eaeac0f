/** Id of a reference in the list of a page. */
export const referenceId = (ucid: string) => `reference-${ucid}`;
