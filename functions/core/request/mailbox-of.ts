/**
 * The mailbox of an address, for limits: `ada+anything@example.com` reaches the mailbox of `ada@example.com`, and Google
 * ignores dots, too. Mails go to the address as it was given.
 */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.trim().toLowerCase().split('@');
  const name = local.split('+')[0] || local;
  const isGoogle = domain === 'gmail.com' || domain === 'googlemail.com';
  return isGoogle ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}
