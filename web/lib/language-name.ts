let names: Intl.DisplayNames | undefined;

/** `German` for `de`. */
export function languageName(code: string): string {
  try {
    names ??= new Intl.DisplayNames('en', { type: 'language' });
    return names.of(code) ?? code;
  } catch {
    // A source may write something that is not a language.
    return code;
  }
}
