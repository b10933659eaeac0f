/** What other features may use of `patents`. */
export { citedBy } from './cited-by.ts';
export {
  classAgreement,
  groupsOf,
  mainGroup,
  type SharedClasses,
  sharedClasses,
  symbolsOf,
} from './class-agreement.ts';
export { corpusDates } from './corpus-dates.ts';
export { type Corpus, corpusVersion, describeCorpus } from './describe-corpus.ts';
export { type FindPatent, openPatents, patentsIndex } from './find-patent.ts';
export { type LikeTerms, likeTerms } from './like-terms.ts';
export {
  type FoundPassage,
  findPassages,
  metRanges,
  metWords,
  type ReadDocument,
  readDocument,
  type Wanted,
  wantedOf,
} from './match-element.ts';
export { gradeOf, gradeRules, scoreOf } from './match-grade.ts';
export { isTelling, type RarityOf, termsOf } from './match-words.ts';
export { type Citations, openCitations } from './open-citations.ts';
export { type PatentPassage, passagesOf } from './passages.ts';
export { getPatentDocument, listUcids } from './patent-documents.ts';
export type { PatentSource } from './patent-source.ts';
export { phraseLikeness } from './phrase-likeness.ts';
export { readPatent } from './read-patent.ts';
export { rerankPatents } from './rerank-patents.ts';
export { searchPatents } from './search-patents.ts';
