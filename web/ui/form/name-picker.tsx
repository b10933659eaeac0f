import { type ComboboxParsedItem, Select, type SelectProps, VisuallyHidden } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import classes from './name-picker.module.css';

export interface Choice {
  value: string;
  label: string;
}

interface NamePickerProps
  extends Pick<
    SelectProps,
    | 'label'
    | 'aria-label'
    | 'description'
    | 'placeholder'
    | 'nothingFoundMessage'
    | 'error'
    | 'size'
    | 'disabled'
  > {
  /** Whether the select is in a dialog. A dialog would cut off the open list, so the list is placed outside of it. */
  inDialog?: boolean;
  /** All choices, or those that match what was typed. */
  choices: readonly Choice[];
  /** Whether `choices` are all there are, and so are searched here. Otherwise `onSearch` asks for matching ones. */
  complete: boolean;
  /** Shown even if it is not among the choices. */
  chosen: Choice | undefined;
  /** Called with the typed text after a pause in typing, and with '' when the search is abandoned. */
  onSearch: (text: string) => void;
  onChoose: (value: string) => void;
  /** Whether it has the focus at first, or is open, too. */
  begin?: 'focused' | 'open';
}

/** A list of this length or more is easier to search than to read. */
const searchableFrom = 11;
const typingPauseMs = 150;

/** A select for a few choices or for thousands, searched by name. */
export function NamePicker({
  inDialog = false,
  choices,
  complete,
  chosen,
  onSearch,
  onChoose,
  begin,
  ...field
}: NamePickerProps) {
  const [text, setText] = useState('');
  const searchSoon = useDebouncedCallback(onSearch, typingPauseMs);
  const isTyped = text !== '' && text !== chosen?.label;
  const isListed = choices.some(({ value }) => value === chosen?.value);
  const data = chosen && !isListed ? [chosen, ...choices] : [...choices];
  const found = new Set(choices.map(({ value }) => value));
  const isFound = (option: ComboboxParsedItem) => 'value' in option && found.has(option.value);
  const searchable = !complete || choices.length >= searchableFrom;
  return (
    <>
      <Select
        {...field}
        autoFocus={begin !== undefined}
        defaultDropdownOpened={begin === 'open'}
        // On a page the list stays inside the landmark that it opens in.
        comboboxProps={{ withinPortal: inDialog, shadow: 'sm' }}
        // Without a scroll area around it, assistive technology recognises the list.
        withScrollArea={false}
        classNames={{ options: classes.options }}
        searchable={searchable}
        allowDeselect={false}
        data={data}
        value={chosen?.value ?? null}
        onChange={(value) => value !== null && onChoose(value)}
        searchValue={text}
        onSearchChange={(next) => {
          setText(next);
          if (!complete) searchSoon(next === chosen?.label ? '' : next);
        }}
        // Mantine reports no change when the current choice is chosen again, so the typed text is reset here.
        onOptionSubmit={(value) => value === chosen?.value && setText(chosen.label)}
        filter={complete ? undefined : ({ options }) => options.filter(isFound)}
        // Typing then replaces the current choice.
        onFocus={(event) => searchable && event.currentTarget.select()}
      />
      {isTyped && !complete && (
        <VisuallyHidden role="status">{choices.length} found</VisuallyHidden>
      )}
    </>
  );
}
