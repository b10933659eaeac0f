import { createContext, type ReactNode, useContext, useMemo } from 'react';
import Markdown, { type Components, type ExtraProps } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import type { ChatCitation } from '#shared/contract/chat.ts';
import classes from './answer-text.module.css';
import { CitationMark, PublicationMark } from './citation-mark.tsx';
import { markCitations } from './mark-citations.ts';
import type { OpenDocument } from './open-document.ts';

/**
 * The elements that an answer may contain. A link shows only its text. An image shows nothing, because loading it
 * would tell its server who reads the answer. HTML in an answer is shown as text.
 */
const allowedElements =
  'p br hr blockquote strong em del cite code pre h1 h2 h3 h4 h5 h6 ul ol li sup table thead tbody tr th td'.split(
    ' ',
  );

const plugins = [remarkGfm, markCitations];

interface Sources {
  citations: readonly ChatCitation[];
  onOpen: OpenDocument;
}

const SourcesContext = createContext<Sources>({ citations: [], onOpen: () => undefined });

type Props = ExtraProps & { children?: ReactNode };

/** Constant, because new components would make elements lose the focus whenever an answer grows. */
const components: Components = {
  // The page has headings of level 1 and 2 itself.
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  table: ScrollTable,
  cite: Cite,
};

/** The text of an answer. It is untrusted, because it may quote anybody. */
export function AnswerText({ text, citations, onOpen }: Sources & { text: string }) {
  const sources = useMemo(() => ({ citations, onOpen }), [citations, onOpen]);
  return (
    <SourcesContext value={sources}>
      <div className={classes.answer}>
        <Markdown
          remarkPlugins={plugins}
          allowedElements={allowedElements}
          unwrapDisallowed
          components={components}
        >
          {text}
        </Markdown>
      </div>
    </SourcesContext>
  );
}

function Heading({ children }: Props) {
  return <h3>{children}</h3>;
}

/** Charts of claims are wider than a phone: they scroll in their own box, by keyboard too. */
function ScrollTable({ children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, nobody scrolls the table by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label="Table">
      <table>{children}</table>
    </section>
  );
}

function Cite({ node, children }: Props) {
  const { citations, onOpen } = useContext(SourcesContext);
  const { number, ucid, before, after } = node?.properties ?? {};
  const cited = citations.find((one) => String(one.number) === number);
  if (typeof ucid !== 'string' && !cited) return children;
  return (
    <span className={classes.joined}>
      {before}
      {cited ? (
        <CitationMark citation={cited} onOpen={onOpen} />
      ) : (
        <PublicationMark ucid={String(ucid)} onOpen={onOpen} />
      )}
      {after}
    </span>
  );
}
