import { Button, FileButton, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { patentQuery } from '#web/api/patents.ts';
import { messageOf } from '#web/lib/errors.ts';
import { formatCount } from '#web/lib/format.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useStable } from '#web/ui/page/use-stable.ts';
import classes from './document-dialog.module.css';
import { patentText } from './patent-text.ts';
import { type FoundText, readFile, UnreadableFile } from './read-file.ts';
import { tidyText } from './tidy-text.ts';

interface DocumentDialogProps {
  /** A file that was dropped on the page. */
  file: File | undefined;
  onClose: () => void;
  onSearch: (text: string) => void;
}

type Source = { file: File } | { number: string };

const wordsIn = (text: string) => text.match(/\S+/g)?.length ?? 0;

const explained = (error: Error) =>
  error instanceof UnreadableFile ? error.message : messageOf(error);

/** Searches with the text of a file or of a patent, which is shown before, and can be changed. */
export function DocumentDialog({ file, onClose, onSearch }: DocumentDialogProps) {
  const client = useQueryClient();
  const reading = useRef<AbortController>(null);
  const [text, setText] = useState<string>();
  const read = useMutation({
    mutationFn: async (source: Source): Promise<FoundText> => {
      reading.current = new AbortController();
      if ('file' in source) return readFile(source.file, reading.current.signal);
      const patent = await client.fetchQuery(patentQuery(source.number));
      return { text: patentText(patent), leftOut: '' };
    },
    onSuccess: (found) => setText(found.text),
  });
  const start = useStable((source: Source) => read.mutate(source));
  useEffect(() => {
    if (file) start({ file });
    return () => reading.current?.abort();
  }, [file, start]);
  const again = () => {
    read.reset();
    setText(undefined);
  };
  return (
    <Modal opened onClose={onClose} size="lg" title="Search with a document">
      {text === undefined ? (
        <Choice
          isReading={read.isPending}
          error={read.error && explained(read.error)}
          onChoose={start}
        />
      ) : (
        <Stack>
          <Textarea
            label="Text to search with"
            description={[formatCount(wordsIn(text), 'word'), read.data?.leftOut]
              .filter(Boolean)
              .join('. ')}
            autosize
            minRows={6}
            maxRows={16}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={again}>
              Another document
            </Button>
            {/* Whoever has looked at the text goes on by Enter. */}
            <Button
              autoFocus
              disabled={text.trim() === ''}
              onClick={() => onSearch(tidyText(text))}
            >
              Search with this text
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

interface ChoiceProps {
  isReading: boolean;
  error: string | null;
  onChoose: (source: Source) => void;
}

function Choice({ isReading, error, onChoose }: ChoiceProps) {
  const [number, setNumber] = useState('');
  const get = (event: FormEvent) => {
    event.preventDefault();
    onChoose({ number: number.trim() });
  };
  return (
    <Stack>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same */}
      <div
        className={classes.drop}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          const dropped = event.dataTransfer.files[0];
          if (dropped) onChoose({ file: dropped });
        }}
      >
        <IconFileText size={24} stroke={1.5} aria-hidden />
        <Text size="sm" c="dimmed">
          Drop a PDF, a Word file or a text file here. It is read in your browser; what is searched
          is the text that you see next.
        </Text>
        <FileButton
          accept=".pdf,.docx,.txt,.md"
          onChange={(chosen) => chosen && onChoose({ file: chosen })}
        >
          {(props) => (
            <Button {...props} variant="default" loading={isReading}>
              Choose a file
            </Button>
          )}
        </FileButton>
      </div>
      <form onSubmit={get}>
        <Group align="flex-end">
          <TextInput
            className={classes.number}
            label="Or the number of a patent"
            placeholder="US-10123456-B2"
            maxLength={60}
            value={number}
            onChange={(event) => setNumber(event.currentTarget.value)}
          />
          <Button
            type="submit"
            variant="default"
            loading={isReading}
            disabled={number.trim() === ''}
          >
            Get its text
          </Button>
        </Group>
      </form>
      {error !== null && <Notice kind="danger">{error}</Notice>}
    </Stack>
  );
}
