/** What a check found. After a `stop` nothing is deployed; a `note` says what will not work yet, and why. */
export interface Finding {
  level: 'ok' | 'note' | 'stop';
  subject: string;
  text: string;
}

export const ok = (subject: string, text: string): Finding => ({ level: 'ok', subject, text });
export const note = (subject: string, text: string): Finding => ({ level: 'note', subject, text });
export const stop = (subject: string, text: string): Finding => ({ level: 'stop', subject, text });
