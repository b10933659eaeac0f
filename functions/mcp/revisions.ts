/**
 * Revisions of the Model Context Protocol, https://modelcontextprotocol.io/specification. Until 2025-11-25 a client says in a
 * handshake which one it speaks; since 2026-07-28 each message does, and headers repeat what proxies may look at.
 */
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import type { APIGatewayProxyEventHeaders } from 'aws-lambda';
import { OtherAnswer } from '#core/request/other-answer.ts';
import { publicOrigin } from '#core/runtime/config.ts';
import type { McpMessage } from '#shared/contract/mcp.ts';
import { ProductError } from '#shared/errors.ts';

const modernVersion = '2026-07-28';
export const supportedVersions = [modernVersion, ...SUPPORTED_PROTOCOL_VERSIONS];

/** Codes of errors of JSON-RPC and of the protocol. */
export const codes = {
  noMethod: -32601,
  invalidParams: -32602,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const;

const versionField = 'io.modelcontextprotocol/protocolVersion';
const capabilitiesField = 'io.modelcontextprotocol/clientCapabilities';

const metaOf = ({ params }: McpMessage) =>
  (params?._meta ?? {}) as Readonly<Record<string, unknown>>;

/** Whether a message says itself which revision it is of. */
export const isModern = (message: McpMessage): boolean =>
  metaOf(message)[versionField] !== undefined;

export const protocolError = (
  id: McpMessage['id'],
  code: number,
  message: string,
  data?: unknown,
) => ({ jsonrpc: '2.0', ...(id !== undefined && { id }), error: { code, message, data } });

/**
 * Refuses a message of a page of another site, of a revision that is not spoken here, or whose headers say something else.
 * @param message undefined if the body is no JSON
 * @throws OtherAnswer
 * @throws ProductError `Forbidden`
 */
export function requireRevision(
  headers: APIGatewayProxyEventHeaders,
  message: McpMessage | undefined,
): void {
  const { origin } = headers;
  if (origin !== undefined && origin !== publicOrigin()) {
    throw new ProductError('Forbidden', 'Pages of other sites may not call this server.');
  }
  // A handshake names its revision itself.
  if (typeof message !== 'object' || message.method === 'initialize') return;
  const id = isShort(message.id) ? message.id : undefined;
  const refuse = (code: number, text: string, data?: unknown): never => {
    throw new OtherAnswer(400, protocolError(id, code, text, data));
  };
  const meta = metaOf(message);
  const told = headers['mcp-protocol-version'];
  const requested = meta[versionField] ?? told;
  // Before the header there was one revision only.
  if (requested === undefined) return;
  if (typeof requested !== 'string' || !supportedVersions.includes(requested)) {
    refuse(codes.unsupportedVersion, 'Unsupported protocol version', {
      supported: supportedVersions,
      requested: isShort(requested) ? requested : undefined,
    });
  }
  if (requested !== modernVersion) return;
  if (!isModern(message) || typeof meta[capabilitiesField] !== 'object') {
    refuse(codes.invalidParams, `_meta needs ${versionField} and ${capabilitiesField}`);
  }
  const expected = {
    'mcp-protocol-version': requested,
    'mcp-method': message.method,
    ...(message.method === 'tools/call' && { 'mcp-name': message.params?.name }),
  };
  for (const [name, value] of Object.entries(expected)) {
    const header = decoded(headers[name]);
    if (header !== value) {
      const said = isShort(value) ? value : 'something else';
      refuse(
        codes.headerMismatch,
        `Header mismatch: ${name} is ${header ?? 'missing'}, the body says ${said}`,
      );
    }
  }
}

/** Whether an answer may repeat it. Nothing is known of the caller yet, and a body has up to 6 MB. */
const isShort = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= 200);

/** Headers hold plain ASCII; other texts are written in base64 between two marks. */
const decoded = (header: string | undefined) => {
  const [, base64] = /^=\?base64\?(.*)\?=$/s.exec(header ?? '') ?? [];
  return base64 === undefined ? header : Buffer.from(base64, 'base64').toString('utf8');
};
