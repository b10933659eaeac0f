import { useQuery } from '@tanstack/react-query';
import { documentQuery } from '#web/api/documents.ts';
import { patentQuery } from '#web/api/patents.ts';
import { codeOf } from '#web/lib/errors.ts';
import { placeOfQuote } from '#web/lib/place-of-quote.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { PatentDocument } from '#web/ui/patent/patent-document.tsx';
import classes from './row-document.module.css';
import { TextWithPassage } from './text-with-passage.tsx';

interface DocumentPaneProps {
  indexId: string;
  id: string;
  /** The search that found it, whose words are marked. */
  text: string;
  /** The passage that was found. */
  quote: string;
}

const skeleton = { shape: 'text', lines: 8, label: 'Loading the document' } as const;
const failure = 'This document cannot be shown';

/** A document beside the list that it was found in: a patent in full, or the text of a row. */
export function DocumentPane(props: DocumentPaneProps) {
  return props.indexId === 'us_patents' ? <Patent {...props} /> : <Row {...props} />;
}

function Patent(props: DocumentPaneProps) {
  const { id, text, quote } = props;
  const patent = useQuery(patentQuery(id));
  // A catalogue may hold the row of a patent, with its abstract, but not its full text.
  if (codeOf(patent.error) === 'PatentNotFound') return <Row {...props} />;
  return (
    <Loaded query={patent} failure={failure} skeleton={skeleton}>
      {(found) => <PatentDocument patent={found} place={placeOfQuote(found, quote)} query={text} />}
    </Loaded>
  );
}

function Row({ indexId, id, text }: DocumentPaneProps) {
  return (
    <Loaded
      query={useQuery(documentQuery({ indexId, id, text }))}
      failure={failure}
      skeleton={skeleton}
    >
      {({ item, text: whole }) => (
        <p className={classes.text}>
          <TextWithPassage
            text={whole}
            passage={text === '' ? undefined : (item.explanation?.passage ?? undefined)}
          />
        </p>
      )}
    </Loaded>
  );
}
