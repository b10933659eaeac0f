/** The part of Mantine's form that finds the input of a field. */
interface FormWithInputs {
  getInputNode(field: string): HTMLElement | null;
}

/** Called with the errors of a form: focuses the first field that has one, so that it is read out. */
export function focusFirstError(form: FormWithInputs) {
  return (errors: Record<string, unknown>) => {
    const [field] = Object.keys(errors);
    if (field !== undefined) form.getInputNode(field)?.focus();
  };
}
