import { type AddedMatter, addedMatterAnswer } from '../compose/added-matter.ts';
import { unreadable } from '../compose/document-answer.ts';
import { type Plan, read, rerank } from '../tool-calls.ts';
import type { Intent } from '../understand/intent.ts';

const application = /-A\d?$/;

/**
 * Looks for the elements of a claim in what was published before: the application of the same office, as its family has it. Whether
 * matter was added is for a person to say.
 */
export function* planAddedMatter({
  ucid,
  claimNumber,
}: Extract<Intent, { kind: 'added-matter' }>): Plan {
  const document = yield* read(ucid);
  if (!document) return unreadable(ucid);
  const claim = document.claims.find(({ number, dependsOn }) =>
    claimNumber ? number === claimNumber : dependsOn.length === 0,
  );
  const filed = (document.family ?? [])
    .filter(
      ({ ucid: other, date }) =>
        application.test(other) &&
        other.slice(0, 3) === document.ucid.slice(0, 3) &&
        (!date || !document.publication_date || date < document.publication_date),
    )
    .map((one) => one.ucid)
    .toSorted()[0];
  const ranked: AddedMatter['ranked'] =
    claim && filed
      ? yield* rerank({
          ucid: document.ucid,
          claim: claim.number,
          claim_text: null,
          candidates: [filed],
        })
      : undefined;
  return addedMatterAnswer({ document, claim, claimNumber, filed, ranked });
}
