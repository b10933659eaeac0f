import { leavesChoiceOpen, onlyAlternative } from './claim-alternatives.ts';
import { joinChoices } from './claim-choices.ts';
import { definedBy, looksDefining, mentions } from './claim-definitions.ts';
import { type Draft, segmentsOf } from './claim-segments.ts';
import {
  hasContent,
  hasObject,
  leadsOn,
  onlyOpensSteps,
  refersToClaims,
  withoutObjects,
} from './claim-words.ts';
import { type TextSpan, trimSpan } from './text-span.ts';

/**
 * The parts of a claim: pieces between its separators, each joined to the one that it belongs to, until every part
 * says something alone.
 * @param opening the transition that ends the preamble
 */
export function claimDrafts(
  text: string,
  opening: TextSpan | null,
  levels: readonly number[] | undefined,
): Draft[] {
  const list = new DraftList(text);
  for (const piece of piecesOf(text, opening, levels)) list.add(piece);
  return joinChoices(list.finish());
}

/** Takes the pieces of a claim in their order, and joins each to what it belongs to. */
class DraftList {
  readonly #text: string;
  readonly #drafts: Draft[] = [];
  /** Where pieces began that only lead to the next one: "wherein", "the steps of". */
  #begun: TextSpan | undefined;
  /** What the next pieces are alternatives of. */
  #choice: OpenChoice | undefined;
  /** What the last definitions belong to, while they go on, and their variables. */
  #defined: { owner: Draft; names: string[] } | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  add(piece: Draft): void {
    const words = this.#textOf(piece);
    if (this.#choice && takesPiece(this.#choice, piece, words)) return;
    this.#choice = undefined;
    const begun = this.#begun;
    const draft = begun ? { ...piece, start: begun.start } : piece;
    this.#begun = undefined;
    if (this.#defines(draft, words) || this.#continues(draft, words)) return;
    this.#defined = undefined;
    this.#drafts.push(draft);
    this.#openChoice(draft, words);
    if (begun && leavesChoiceOpen(this.#textOf(begun))) {
      this.#choice = { owner: draft, items: [], isEnding: false };
      takesPiece(this.#choice, piece, words);
    }
  }

  finish(): Draft[] {
    const last = this.#drafts.at(-1);
    if (this.#begun && last) last.end = this.#begun.end;
    return this.#drafts;
  }

  /** Whether a piece is a definition, or goes on with one. */
  #defines(draft: Draft, words: string): boolean {
    const last = this.#defined?.owner.definitions.at(-1);
    if (last && goesOnDefining(draft, words)) {
      last.end = draft.end;
      return true;
    }
    const own = this.#textOf(draft);
    const names = definedBy(own);
    const owner = this.#ownerOf(own, names);
    if (!owner) return false;
    const span = { start: draft.start, end: draft.end };
    owner.definitions.push(span);
    this.#defined = {
      owner,
      names: [...names, ...(this.#defined?.names ?? [])].slice(0, mostNames),
    };
    this.#openChoice(span, words);
    return true;
  }

  /**
   * The part that a definition belongs to: the last one that speaks of its variables or has a formula. A claim that
   * only refers to another has no formula of its own: what it says of variables is what it adds.
   */
  #ownerOf(words: string, names: readonly string[]): Draft | undefined {
    const { owner, names: known = [] } = this.#defined ?? {};
    if (owner) return looksDefining(words) || speaksOf(known, words) ? owner : undefined;
    if (names.length === 0) return undefined;
    const near = this.#drafts.slice(-lookedBack).toReversed();
    return (
      near.find((draft) => names.some((name) => mentions(this.#textOf(draft), name))) ??
      near.find((draft) => hasFormula(this.#textOf(draft)))
    );
  }

  /** Whether a piece says nothing alone, and belongs to the part before it or the one after it. */
  #continues(draft: Draft, words: string): boolean {
    const last = this.#drafts.at(-1);
    const own = this.#textOf(draft);
    if (!last) return !hasContent(own) && this.#begin(draft, own);
    const isRest = isFormula(words) || goesOnAfter.test(words);
    if (!isRest && hasContent(own) && !onlyOpensSteps(own)) {
      // What a dependent claim says of variables is one limitation.
      const isMore =
        this.#drafts.length > 1 &&
        !last.isPreamble &&
        looksDefining(own) &&
        looksDefining(this.#textOf(last));
      if (isMore) last.end = draft.end;
      return isMore;
    }
    if (!isRest && this.#begin(draft, own)) return true;
    // "consisting of 10 wt% of A" is a limitation, "having the formula (I)" more about what has it.
    if (!isRest && last.isPreamble && !/\bformula/i.test(own)) return false;
    last.end = Math.max(last.end, draft.end);
    return true;
  }

  /** Keeps words that lead to the next piece. */
  #begin(draft: Draft, own: string): boolean {
    if (own.length >= longestLead || !leadsOn(own)) return false;
    this.#begun = { start: draft.start, end: draft.end };
    return true;
  }

  /** Looks whether the next pieces are alternatives. */
  #openChoice(owner: OpenChoice['owner'] & TextSpan, words: string): void {
    const first = onlyAlternative(words);
    const items =
      first === undefined ? [] : [{ start: owner.end - words.length + first, end: owner.end }];
    if (first !== undefined || leavesChoiceOpen(words))
      this.#choice = { owner, items, isEnding: false };
  }

  #textOf({ start, end }: TextSpan): string {
    return this.#text.slice(start, end);
  }
}

const mostNames = 100;
/** Characters of words that only lead to the next piece. */
const longestLead = 200;
/** Parts that are looked at for a variable. */
const lookedBack = 60;

/** A marker, or signs and variables without words: `−0.45 < f2/Tf < −0.3`, `SiH2i+2`. */
const isFormula = (words: string) =>
  !/\p{L}{2}/u.test(withoutObjects(words)) ||
  (/^\S*[\d<>=≤≥≦≧]\S*(?:\s+\(\w+\))?$/u.test(words) && !hasContent(words));
const hasFormula = (words: string) =>
  hasObject(words) || (/\bformula\b/i.test(words) && !refersToClaims(words));

/** A line that goes on after a drawing or a formula: "is a single bond", "to a temperature of …". */
const goesOnAfter = /^(?:or\s+)?(?:(?:is|are|represents?|denotes?)\s|to\s+(?:an?|the|about|\d))/;

function piecesOf(
  text: string,
  opening: TextSpan | null,
  levels: readonly number[] | undefined,
): Draft[] {
  const body = segmentsOf(text, opening?.end ?? 0, levels).map(
    (piece): Draft => ({ ...piece, definitions: [] }),
  );
  const first = body.findIndex(({ isCharacterising }) => isCharacterising);
  for (const piece of body.slice(0, Math.max(0, first))) piece.isKnown = opening !== null;
  if (!opening) return body;
  const preamble = trimSpan(text, { start: 0, end: opening.start });
  if (preamble.start >= preamble.end) return body;
  const lead = { line: 0, level: 0, depth: 0, isItem: true, isLed: false, isPreamble: true };
  // What stands before an improvement is known, and limits the claim. A name alone only tells the kind of thing.
  const leadsToNew = text.slice(opening.start, opening.end);
  const isKnown =
    /\bimprovement/i.test(leadsToNew) ||
    (/\bcharacteri/i.test(leadsToNew) && preamble.end > longestName);
  return [{ ...preamble, ...lead, isKnown, definitions: [] }, ...body];
}

/** Characters of a preamble that only names a thing. */
const longestName = 100;

/** "or a salt thereof", and what a line says more about what it defines. */
const goesOnDefining = (piece: Draft, words: string) =>
  definedBy(words).length === 0 &&
  (piece.joined === 'or' || !piece.isItem || !hasContent(words) || goesOnAfter.test(words));

/** Whether a line speaks of a variable that was defined before: "the ring for A is optionally substituted". */
const speaksOf = (names: readonly string[], words: string) => {
  const first = words.slice(0, firstWords);
  return names.some((name) => /[^a-z]/.test(name) && mentions(first, name));
};
const firstWords = 120;

interface OpenChoice {
  owner: { end: number; alternatives?: TextSpan[] };
  items: TextSpan[];
  /** Whether its last item has come. */
  isEnding: boolean;
}

/** Whether a piece is one of the alternatives, or says more about one. Adds it to them. */
function takesPiece(choice: OpenChoice, piece: Draft, words: string): boolean {
  const { items, owner } = choice;
  const isClause = /^where(?:in|by)?\b/i.test(words);
  const isDefinition = looksDefining(words) && (isClause || !choice.isEnding);
  const saysMore = items.length > 0 && (!piece.isItem || isDefinition || isFormula(words));
  if (!saysMore) {
    if (choice.isEnding || piece.isCharacterising) return false;
    if (items.length > 0 && isClause) return false;
  }
  owner.end = piece.end;
  if (saysMore) items.at(-1)!.end = piece.end;
  else items.push({ start: piece.start, end: piece.end });
  // A list in one piece, "A, B, and C", is complete.
  const isWhole = items.length === 1 && /(?:,|^[^\s,]{3,}\s)\s*(?:and|or)\s[^,;]*$/i.test(words);
  choice.isEnding ||= piece.joined !== undefined && items.length > 1 && !saysMore ? true : isWhole;
  if (items.length > 1) owner.alternatives = [...items];
  return true;
}
