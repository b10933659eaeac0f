/** What an answer states with sources: a sentence, a list item or a cell of a table, and the numbers of its quotes. */
export interface Statement {
  /** Without the numbers. */
  text: string;
  numbers: number[];
  /** Offset in the answer right after its last number. */
  end: number;
}

/** Numbers of sources that stand together: `[1] [2]`, `[1][3]`. */
const marks = /(?:\[\d{1,3}\][ ,]*)*\[\d{1,3}\]/g;
/** Where the statement before a mark begins at the latest: after a line break, a cell, or the end of a sentence. */
const beginnings = /\n|\||(?<=[.!?]["”’)]?)\s+(?=[\p{Lu}"“*_`])/gu;

/** The statements of an answer with their sources, in order. What has no source is not among them. */
export function statementsOf(answer: string): Statement[] {
  const statements: Statement[] = [];
  let from = 0;
  for (const { 0: mark, index } of answer.matchAll(marks)) {
    const before = answer.slice(from, index);
    const starts = [...before.trimEnd().matchAll(beginnings)];
    const last = starts.at(-1);
    const begun = last ? before.slice(last.index + last[0].length) : before;
    const text = begun.replace(/^[\s\-*+#>|.,;:]*(?:\d+\.\s+)?/, '').trim();
    const numbers = [...mark.matchAll(/\d+/g)].map(([number]) => Number(number));
    from = index + mark.length;
    if (text !== '') statements.push({ text, numbers: [...new Set(numbers)], end: from });
  }
  return statements;
}
