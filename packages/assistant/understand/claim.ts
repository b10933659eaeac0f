/** A claim that somebody has pasted, and what they say beside it. */
export interface PastedClaim {
  claim: string;
  /** The message without the claim. */
  rest: string;
}

const minWords = 12;
/** How claims open, at the beginning of the message, of a line or after a colon or quotation mark. */
const opening =
  /(?:^|[:\n]\s*|["“]\s*)(?:claim\s*)?(?:\d{1,3}\s*[.):]\s*)?(?<body>(?:an?|in an?|the)\s+[a-z][\s\S]*|(?:method|apparatus|system|device|process|composition)\b[\s\S]*)/i;
const transition =
  /\b(?:comprising|comprises|consisting(?: essentially)? of|characteri[sz]ed (?:in|by)|wherein|the improvement)\b/i;

/** Finds a claim by its opening and its transitional phrase; undefined if the message holds none. */
export function findClaim(message: string): PastedClaim | undefined {
  const match = opening.exec(message);
  const body = match?.groups?.body;
  if (!match || !body) return undefined;
  // A claim is one sentence. What follows it is not part of it.
  const end =
    /[.;]["”]?(?:\s*\n|\s+(?=[A-Z][a-z]* [a-z])|\s*$)|["”]\s*$/.exec(body)?.index ?? body.length;
  const claim = body.slice(0, end).trim();
  if (!transition.test(claim) || claim.split(/\s+/).length < minWords) return undefined;
  const at = match.index + match[0].length - body.length;
  return { claim, rest: `${message.slice(0, at)} ${body.slice(end + 1)}` };
}
