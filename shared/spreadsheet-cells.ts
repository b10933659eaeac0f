/**
 * Characters with which a spreadsheet formula begins, also the full-width ones of East Asian keyboards. Cells may hold other people's
 * texts.
 */
export const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;

/** Excel repairs files with longer cells, and asks before. */
export const longestCell = 32_767;

/** XML has no place for them, and Excel refuses the file. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
export const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Plain numbers are numbers, so that they can be sorted. Long ones are ids, which would lose digits. */
export const plainNumber = /^-?(0|[1-9]\d{0,14})(\.\d{1,14})?$/;
