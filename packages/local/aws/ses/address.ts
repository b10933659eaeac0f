import { AwsError } from '#local/aws/service.ts';

/** `Name <name@example.org>` or a bare address, without anything that could start a new mail header. */
const mailbox = /^(?:[^<>]*<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/;
/** SES has neither SMTPUTF8 nor encodes on its own: other domains are written in Punycode, names as encoded words. */
const ascii = /^[ -~]*$/;

/** The bare address of a mailbox. Throws `BadRequestException` as SES does. */
export function addressOf(text: string): string {
  const [, named, bare] = mailbox.exec(headerText(text).trim()) ?? [];
  const address = named ?? bare;
  if (!ascii.test(text)) throw new AwsError('BadRequestException', 'Addresses must be 7-bit ASCII');
  if (!address) throw new AwsError('BadRequestException', "Missing final '@domain'");
  return address;
}

/** Text for a mail header. Throws on line breaks and other control characters: header injection. */
export function headerText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(text)) {
    throw new AwsError('BadRequestException', 'Control characters are not allowed in a header');
  }
  return text;
}

/** The declared identity that an address sends as: itself, its domain or a parent domain. */
export function identityOf(
  identities: ReadonlyMap<string, unknown>,
  address: string,
): string | undefined {
  const lowerCase = address.toLowerCase();
  const labels = lowerCase.slice(lowerCase.lastIndexOf('@') + 1).split('.');
  const candidates = [lowerCase, ...labels.map((_, i) => labels.slice(i).join('.'))];
  return candidates.find((candidate) => identities.has(candidate));
}
