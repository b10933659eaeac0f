/** What other features may use of `patents`. */
export { corpusDates } from './corpus-dates.ts';
export { type FindPatent, openPatents, patentsIndex } from './find-patent.ts';
export { type Citations, openCitations } from './open-citations.ts';
export {
  bestPassages,
  type PatentPassage,
  passagesOf,
  rankPassages,
  shareOfWords,
  termsOf,
} from './passages.ts';
export { getPatentDocument, listUcids } from './patent-documents.ts';
export { readPatent } from './read-patent.ts';
export { rerankPatents } from './rerank-patents.ts';
export { searchPatents } from './search-patents.ts';
