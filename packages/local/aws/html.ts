/** Escapes text for HTML, attributes included. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** The approximate text of an HTML mail, for mailboxes that show plain text. */
export function textOfHtml(html: string): string {
  return (
    html
      .replace(/<(style|script|title)[^>]*>[\s\S]*?<\/\1>/gi, '')
      .replace(/<br\s*\/?>|<\/(p|div|h\d|tr|li)>/gi, '\n')
      .replace(/<[^>]+>/g, '')
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&quot;/g, '"')
      .replace(/&#39;/g, "'")
      .replace(/&nbsp;/g, ' ')
      .replace(/&amp;/g, '&')
      // Characters with which mail templates pad their preview text.
      .replace(/[\p{Cf}\u00a0]+/gu, ' ')
      .replace(/[ \t]*\n\s*/g, '\n')
      .trim()
  );
}
