import { ActionIcon, Button, Textarea } from '@mantine/core';
import { IconFileText, IconHelp, IconSearch } from '@tabler/icons-react';
import { lazy, type RefObject, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useSubmitOnEnter } from '#web/ui/form/use-submit-on-enter.ts';
import { useFileDrop } from '#web/ui/page/use-file-drop.ts';
import { useKeys } from '#web/ui/page/use-keys.ts';
import { IndexSelect } from './index-select.tsx';
import classes from './search-form.module.css';

/** Only people who search with a document need its code, and that of the readers. */
const DocumentDialog = lazy(async () => ({
  default: (await import('./from-document/document-dialog.tsx')).DocumentDialog,
}));

/** Whether styles can have the field grow with its text. A script that measures it has the browser lay out the page twice. */
const growsItself = () => CSS.supports('field-sizing', 'content');

interface SearchFormProps {
  indexId: string;
  /** Name of the index; `undefined` until it is known. */
  indexName: string | undefined;
  text: string;
  searching: boolean;
  /** The field of the text. */
  box: RefObject<HTMLTextAreaElement | null>;
  onHelp: () => void;
  /** Moves the focus to the results; false if there are none. */
  onDown: () => boolean;
  onSearch: (search: { indexId: string; text: string }) => void;
  /** Searches with the text of a document, in which nothing is an operator. */
  onSearchDocument: (text: string) => void;
}

/**
 * Index and query of a search. Enter searches, Shift and Enter make a new line, because whole claims are normal
 * queries. A slash outside of fields moves the focus here, the arrow down after the text to the first result; a question mark
 * opens the help.
 */
export function SearchForm(props: SearchFormProps) {
  const { indexId, indexName, text, searching, box, onHelp, onDown, onSearch } = props;
  const [dialog, setDialog] = useState<{ file: File | undefined }>();
  const [draft, setDraft] = useState(text);
  const [drafted, setDrafted] = useState(text);
  if (drafted !== text) {
    // Another search was opened: by the back button, an example, or this form.
    setDrafted(text);
    setDraft(text);
  }
  const typeAnother = () => box.current?.select();
  // Somebody who comes here by key goes on typing.
  const { state } = useLocation() as { state: { isTyping?: boolean } | null };
  useEffect(() => {
    if (state?.isTyping) box.current?.select();
  }, [state, box]);
  useKeys({ '/': typeAnother, '?': onHelp });
  const isOver = useFileDrop((file) => setDialog({ file }));
  const empty = draft.trim() === '';
  const search = () => {
    if (!empty) onSearch({ indexId, text: draft.trim() });
  };
  const { onSubmit, onKeyDown } = useSubmitOnEnter(search);
  return (
    <search data-tour="search-form" className={classes.search}>
      {isOver && <p className={classes.drop}>Drop the file here to search with its text</p>}
      <form className={classes.form} onSubmit={onSubmit}>
        <IndexSelect
          indexId={indexId}
          name={indexName}
          onChoose={(chosen) => onSearch({ indexId: chosen, text: draft.trim() })}
        />
        <Textarea
          ref={box}
          aria-label="Search text"
          data-search-box
          aria-keyshortcuts="Control+K Meta+K /"
          placeholder="Describe what you are looking for, in a sentence or a whole claim"
          size="md"
          classNames={{ input: classes.text }}
          autosize={!growsItself()}
          rows={1}
          minRows={1}
          maxRows={8}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onKeyDown={(event) => {
            const { selectionStart, value } = event.currentTarget;
            const isDown = event.key === 'ArrowDown' && selectionStart === value.length;
            if (isDown && onDown()) event.preventDefault();
            else onKeyDown(event);
          }}
          rightSectionWidth={72}
          rightSection={
            <>
              <ActionIcon
                variant="subtle"
                aria-label="Search with a document"
                title="Search with a PDF, a Word file or a patent"
                onClick={() => setDialog({ file: undefined })}
              >
                <IconFileText size={18} stroke={1.6} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                aria-label="How to search"
                aria-keyshortcuts="?"
                title="How to search (?)"
                onClick={onHelp}
              >
                <IconHelp size={18} stroke={1.6} />
              </ActionIcon>
            </>
          }
        />
        <Button
          type="submit"
          size="md"
          loading={searching}
          disabled={empty}
          leftSection={<IconSearch size={16} stroke={1.8} />}
        >
          Search
        </Button>
      </form>
      {dialog && (
        <Suspense>
          <DocumentDialog
            file={dialog.file}
            onClose={() => setDialog(undefined)}
            onSearch={(found) => {
              setDialog(undefined);
              props.onSearchDocument(found);
            }}
          />
        </Suspense>
      )}
    </search>
  );
}
