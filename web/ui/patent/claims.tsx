import { useRef, useState } from 'react';
import type { PatentDocument, PatentPlace } from '#shared/patent-document.ts';
import { claimLines } from '#web/lib/claim-lines.ts';
import { type ClaimNode, claimTree } from '#web/lib/claim-tree.ts';
import { formatCount } from '#web/lib/format.ts';
import { languageName } from '#web/lib/language-name.ts';
import classes from './claims.module.css';
import { PatentPassage } from './passage.tsx';

interface PatentClaimsProps {
  claims: PatentDocument['claims'];
  place: PatentPlace | undefined;
}

/** The claims as a tree: dependent claims stand below the claim that they refer to first, and can be collapsed. */
export function PatentClaims({ claims, place }: PatentClaimsProps) {
  const list = useRef<HTMLOListElement>(null);
  const [isCollapsed, setCollapsed] = useState(false);
  const tree = claimTree(claims);
  const canCollapse = tree.some(({ children }) => children.length > 0);
  const toggle = () => {
    for (const details of list.current?.querySelectorAll('details') ?? [])
      details.open = isCollapsed;
    setCollapsed(!isCollapsed);
  };
  return (
    <>
      {canCollapse && (
        <button type="button" className={classes.collapse} onClick={toggle}>
          {isCollapsed ? 'Show dependent claims' : 'Show independent claims only'}
        </button>
      )}
      <ol ref={list} className={classes.claims}>
        {tree.map((node) => (
          <Claim key={node.claim.number} node={node} place={place} />
        ))}
      </ol>
    </>
  );
}

function Claim({ node, place }: { node: ClaimNode; place: PatentPlace | undefined }) {
  const { claim, children } = node;
  const { number, text, marks, dependsOn } = claim;
  return (
    <li id={`claim-${number}`} className={classes.item}>
      <div className={classes.claim}>
        <span className={classes.number} aria-hidden="true">
          {number}
        </span>
        <div>
          <div className={classes.text}>
            <PatentPassage
              text={text}
              marks={marks}
              part="claim"
              number={number}
              place={place}
              lines={claimLines(claim)}
            />
          </div>
          <Dependency numbers={dependsOn} />
        </div>
      </div>
      {children.length > 0 && (
        <details open className={classes.dependents}>
          <summary>
            {formatCount(countOf(children), 'dependent claim')}
            <span className={classes.of}> of claim {number}</span>
          </summary>
          <ol className={classes.claims}>
            {children.map((child) => (
              <Claim key={child.claim.number} node={child} place={place} />
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}

const countOf = (nodes: readonly ClaimNode[]): number =>
  nodes.reduce((sum, { children }) => sum + 1 + countOf(children), 0);

function Dependency({ numbers }: { numbers: readonly number[] }) {
  if (numbers.length === 0) return <p className={classes.dependency}>Independent claim</p>;
  return (
    <p className={classes.dependency}>
      Depends on {numbers.length === 1 ? 'claim' : 'claims'}{' '}
      {numbers.map((number, position) => (
        <span key={number}>
          {position > 0 && ', '}
          <a href={`#claim-${number}`}>{number}</a>
        </span>
      ))}
    </p>
  );
}

interface TranslatedClaimsProps {
  language: string;
  claims: NonNullable<PatentDocument['translated_claims']>[string];
}

/** The claims in a further language, collapsed at first. */
export function TranslatedClaims({ language, claims }: TranslatedClaimsProps) {
  return (
    <details className={classes.translated}>
      <summary>
        {formatCount(claims.length, 'claim')} in {languageName(language)}
      </summary>
      <ol lang={language} className={classes.claims}>
        {claims.map(({ number, text }) => (
          <li key={number} className={classes.claim}>
            <span className={classes.number}>{number}</span>
            <div className={classes.text}>{text}</div>
          </li>
        ))}
      </ol>
    </details>
  );
}
