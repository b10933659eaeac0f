/** Where the web app offers the tool as one file. */
export const toolPath = '/antecede-upload.mjs';

/** The tool is not in a registry: the installation at this origin serves its package. */
export const installCommand = (origin: string) =>
  `npm install --global ${origin}/antecede-upload.tgz`;
export const helpCommand = 'antecede-upload --help';

/** Quotes a word for a shell if it has special characters. All shells know double quotes. */
const quote = (word: string) =>
  /^[\w.,+@%-]+$/.test(word) ? word : `"${word.replace(/["$`\\]/g, '\\$&')}"`;

/** The command that uploads a file. A name that begins with a dash would be read as an option. */
export const uploadCommand = (fileName: string): string =>
  `antecede-upload ${quote(fileName.startsWith('-') ? `./${fileName}` : fileName)}`;
