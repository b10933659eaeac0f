/** Where the web app offers the tool as one file. */
export const toolPath = '/antecede-upload.mjs';

export const installCommand = 'npm install --global antecede-upload';
export const helpCommand = 'antecede-upload --help';

/** A word for a shell: as it is where nothing in it means anything, else in double quotes, which all shells know. */
const quote = (word: string) =>
  /^[\w.,+@%-]+$/.test(word) ? word : `"${word.replace(/["$`\\]/g, '\\$&')}"`;

/** What uploads a file. A name that begins with a dash would be taken for an option. */
export const uploadCommand = (fileName: string): string =>
  `antecede-upload ${quote(fileName.startsWith('-') ? `./${fileName}` : fileName)}`;
