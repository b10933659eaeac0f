import { Select, type SelectProps, VisuallyHidden } from '@mantine/core';
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
  /** Whether it stands in a dialog, which would cut its list off. */
  inDialog?: boolean;
  /** What can be chosen: everything, or what `onType` was told to look for. */
  choices: readonly Choice[];
  /** Whether these are all there are. If so they are looked through here, otherwise by whom `onType` tells. */
  complete: boolean;
  /** Shown whether or not it is one of the choices. */
  chosen: Choice | undefined;
  /** Gets what was typed, when nothing was typed for a moment; nothing, when the search was given up. */
  onType: (text: string) => void;
  onChoose: (value: string) => void;
}

/** From so many on a list is easier to search than to read. */
const searchableFrom = 11;
const typingPauseMs = 150;

/** Chooses one by its name, from a few or from thousands. */
export function NamePicker({
  inDialog = false,
  choices,
  complete,
  chosen,
  onType,
  onChoose,
  ...field
}: NamePickerProps) {
  const [text, setText] = useState('');
  const tell = useDebouncedCallback(onType, typingPauseMs);
  const isTyped = text !== '' && text !== chosen?.label;
  const isListed = choices.some(({ value }) => value === chosen?.value);
  const data = chosen && !isListed ? [chosen, ...choices] : [...choices];
  const found = new Set(choices.map(({ value }) => value));
  const searchable = !complete || choices.length >= searchableFrom;
  return (
    <>
      <Select
        {...field}
        // On a page the list belongs to the landmark that it opens in.
        comboboxProps={{ withinPortal: inDialog, shadow: 'sm' }}
        // The list scrolls by itself, so that it is what assistive technology takes it for.
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
          if (!complete) tell(next === chosen?.label ? '' : next);
        }}
        // The one that is chosen already is chosen again: nothing else would take back what was typed.
        onOptionSubmit={(value) => value === chosen?.value && setText(chosen.label)}
        {...(!complete && {
          filter: ({ options }) => options.filter((one) => 'value' in one && found.has(one.value)),
        })}
        // So that typing replaces what is chosen.
        onFocus={(event) => searchable && event.currentTarget.select()}
      />
      {isTyped && !complete && (
        <VisuallyHidden role="status">{choices.length} found</VisuallyHidden>
      )}
    </>
  );
}
