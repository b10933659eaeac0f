import { createContext, type ReactNode, useContext, useMemo } from 'react';
import Markdown, { type Components, type ExtraProps } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import type { ChatCitation } from '#shared/contract/chat.ts';
import classes from './answer-text.module.css';
import { CitationMark, PublicationMark } from './citation-mark.tsx';
import { markCitations } from './mark-citations.ts';
import type { OpenDocument } from './open-document.ts';

/**
 * All that an answer may consist of. Links and images are not among it: a link shows its text, and an
 * image, which would tell its server who reads, shows nothing. HTML in an answer is shown as it is written.
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

/** Constant, because elements of another component would lose the focus whenever an answer grows. */
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

/** The text of an answer. Whatever it contains is untrusted: it may quote anybody. */
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
  const { number, ucid } = node?.properties ?? {};
  if (typeof ucid === 'string') return <PublicationMark ucid={ucid} onOpen={onOpen} />;
  const cited = citations.find((one) => String(one.number) === number);
  return cited ? <CitationMark citation={cited} onOpen={onOpen} /> : children;
}
