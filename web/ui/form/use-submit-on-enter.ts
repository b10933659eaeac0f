import type { FormEvent, KeyboardEvent } from 'react';

/**
 * Handlers of a form and of its field for several lines: Enter submits, Shift and Enter make a new line.
 * @param submit checks whether there is anything to submit
 */
export function useSubmitOnEnter(submit: () => void) {
  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    submit();
  };
  return {
    onSubmit: send,
    onKeyDown: (event: KeyboardEvent) => {
      // While a word is being composed, Enter chooses one of the suggestions.
      if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) send(event);
    },
  };
}
