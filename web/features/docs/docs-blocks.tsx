import { Table } from '@mantine/core';
import type { DocsBlock } from '#shared/docs/blocks.ts';
import { keyPlaceholder } from '#shared/docs/code-examples.ts';
import { Segments } from '#web/ui/form/segments.tsx';
import { CodeBlock } from './code-block.tsx';
import classes from './docs-page.module.css';

type Examples = Extract<DocsBlock, { kind: 'examples' }>;
export type Language = Examples['examples'][number]['language'];

interface ExampleSettings {
  /** Shown in the examples instead of the placeholder. */
  apiKey: string | undefined;
  language: Language;
  onLanguage: (language: Language) => void;
}

/** The blocks of a section, in order. */
export function DocsBlocks({
  blocks,
  ...settings
}: ExampleSettings & { blocks: readonly DocsBlock[] }) {
  return blocks.map((block, position) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity of a block
    <Block key={position} block={block} {...settings} />
  ));
}

function Block({ block, ...settings }: ExampleSettings & { block: DocsBlock }) {
  const withKey = (code: string) =>
    settings.apiKey === undefined ? code : code.replaceAll(keyPlaceholder, settings.apiKey);
  switch (block.kind) {
    case 'text':
      return (
        <p className={classes.text}>
          <Inline text={block.text} />
        </p>
      );
    case 'heading':
      return <h3 className={classes.heading}>{block.text}</h3>;
    case 'code':
      return <CodeBlock label={block.label} code={withKey(block.code)} />;
    case 'examples':
      return <Examples block={block} {...settings} withKey={withKey} />;
    case 'table':
      return <DocsTable block={block} />;
  }
}

interface ExamplesProps extends ExampleSettings {
  block: Examples;
  withKey: (code: string) => string;
}

function Examples({ block, language, onLanguage, withKey }: ExamplesProps) {
  const shown = block.examples.find((example) => example.language === language);
  return (
    <CodeBlock
      label={block.label}
      code={withKey(shown?.code ?? '')}
      choice={
        <Segments
          label={`Language of: ${block.label}`}
          values={block.examples.map((example) => example.language)}
          value={language}
          onChange={onLanguage}
        />
      }
    />
  );
}

function DocsTable({ block }: { block: Extract<DocsBlock, { kind: 'table' }> }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <div className={classes.tableBox} tabIndex={0}>
      <Table className={classes.table} aria-label={block.label}>
        <Table.Thead>
          <Table.Tr>
            {block.columns.map((column) => (
              <Table.Th key={column} scope="col">
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {block.rows.map((row) => (
            <Table.Tr key={row.join('|')}>
              {row.map((cell, column) => (
                <Table.Td key={block.columns[column]} data-label={block.columns[column]}>
                  <Inline text={cell} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** Text in which words between backticks are code. */
function Inline({ text }: { text: string }) {
  return text.split('`').map((part, position) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity of a part
    position % 2 === 1 ? <code key={position}>{part}</code> : part,
  );
}
