/** Text that stands for itself in HTML, in attributes too. */
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

/** What a mail in HTML says, roughly: for a mailbox that shows plain text too. */
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
      // What mail templates pad their preview text with.
      .replace(/[\p{Cf}\u00a0]+/gu, ' ')
      .replace(/[ \t]*\n\s*/g, '\n')
      .trim()
  );
}
