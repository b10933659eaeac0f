/** The part of a form that finds the input of a field. */
interface FormWithInputs {
  getInputNode(field: string): HTMLElement | null;
}

/** For a form that is not fine yet: puts the cursor where the first problem is, so that it is read out. */
export function focusFirstError(form: FormWithInputs) {
  return (errors: Record<string, unknown>) => {
    const [field] = Object.keys(errors);
    if (field !== undefined) form.getInputNode(field)?.focus();
  };
}
