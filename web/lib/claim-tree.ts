import type { PatentDocument } from '#shared/patent-document.ts';

type Claim = PatentDocument['claims'][number];

/** A claim, and the claims that refer to it first. */
export interface ClaimNode {
  claim: Claim;
  children: ClaimNode[];
}

/** The claims as trees in their order. A claim that refers to none, or to one that is not there, begins a tree. */
export function claimTree(claims: readonly Claim[]): ClaimNode[] {
  const nodes = new Map(
    claims.map((claim) => [claim.number, { claim, children: [] as ClaimNode[] }]),
  );
  const roots: ClaimNode[] = [];
  for (const node of nodes.values()) {
    const { number, dependsOn } = node.claim;
    // A claim that refers to later ones only would be in a circle with them.
    const parent = dependsOn.find((one) => one < number && nodes.has(one));
    const siblings = parent === undefined ? roots : nodes.get(parent)!.children;
    siblings.push(node);
  }
  return roots;
}
