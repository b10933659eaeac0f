import type { RarityOf } from '#functions/patents/index.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import type { ReportClaim } from '#shared/report/report.ts';
import { wantedElements } from '../chart-references.ts';
import type { CellsOf } from './cells-to-judge.ts';
import { chooseText } from './choose-text.ts';
import type { JudgeTask } from './judge-pass.ts';
import { judgeRequest } from './judge-request.ts';
import { judgeRules } from './judge-rules.ts';

/** Makes the requests that ask a model about cells: of one reference each, with as many elements as go together. */
export function judgeTasks(
  patent: PatentDocument,
  references: readonly PatentDocument[],
  claims: readonly ReportClaim[],
  rarityOf: RarityOf,
) {
  const documents = new Map(references.map((reference) => [reference.ucid, reference]));
  const ways = new Map(
    wantedElements(patent, claims, rarityOf).map(({ element, wanted }) => [element.label, wanted]),
  );
  const order = new Map([...ways.keys()].map((label, position) => [label, position]));
  return (cells: readonly CellsOf[], model: string): JudgeTask[] =>
    cells.flatMap(({ ucid, elements: all }) => {
      const reference = documents.get(ucid)!;
      const sorted = all.toSorted((a, b) => order.get(a.label)! - order.get(b.label)!);
      return inBatches(sorted, judgeRules.elementsAtOnce).map((elements) => {
        const text = chooseText(
          reference,
          elements.map(({ label }) => ways.get(label)!),
        );
        return {
          reference,
          elements,
          request: judgeRequest({ model, elements }, patent, claims, text),
        };
      });
    });
}

function inBatches<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  // Of the same size, so that none is of one.
  const each = Math.ceil(items.length / Math.max(1, count));
  return Array.from({ length: count }, (_, index) => items.slice(index * each, (index + 1) * each));
}
