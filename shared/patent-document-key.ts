/** Where patent documents are in the bucket `Datasets`: the catalogue loader writes there, functions read. */
export const documentsRoot = 'patent-documents/';

/** Folder of one version, with a trailing slash. */
export const documentsFolder = (version: string) => `${documentsRoot}${version}/`;

/** Key of a document: gzipped JSON. */
export const documentKey = (version: string, ucid: string) =>
  `${documentsFolder(version)}${ucid}.json.gz`;

export const ucidOfKey = (key: string) =>
  key.slice(key.lastIndexOf('/') + 1).replace(/\.json\.gz$/, '');
