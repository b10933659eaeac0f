import type { STSClient } from '@aws-sdk/client-sts';
import { SignatureV4 } from '@smithy/signature-v4';

/** Asks AWS Backup in a region; gives undefined for what does not exist. */
export type AskBackup = (region: string, path: string) => Promise<object | undefined>;

const timeoutMs = 20_000;

/**
 * Asks AWS Backup with the credentials of another client: a library for three questions would be a megabyte.
 * @param addressOf of a region; for tests
 * @throws Error named by the code of a refusal
 */
export function askBackupAs(
  { config: { credentials, sha256 } }: Pick<STSClient, 'config'>,
  addressOf = (region: string) => `https://backup.${region}.amazonaws.com`,
): AskBackup {
  return async (region, path) => {
    const url = new URL(path, addressOf(region));
    const signer = new SignatureV4({ service: 'backup', region, credentials, sha256 });
    const { headers } = await signer.sign({
      method: 'GET',
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: { host: url.host },
    });
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
    const body = await answer.text();
    if (answer.ok) return JSON.parse(body) as object;
    const [code = ''] = (answer.headers.get('x-amzn-errortype') ?? '').split(':');
    if (code === 'ResourceNotFoundException') return undefined;
    const error = new Error(`AWS Backup: ${answer.status} ${body.slice(0, 300)}`);
    error.name = code || error.name;
    throw error;
  };
}
