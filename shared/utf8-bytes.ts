/** Bytes of a text in UTF-8, as tables and requests count them. */
export const utf8Bytes = (text: string): number => new TextEncoder().encode(text).length;
