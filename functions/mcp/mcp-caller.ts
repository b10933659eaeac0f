import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { callerResolver } from '#core/request/caller-resolver.ts';
import { keyHolder, uncountedKeyHolder } from '#functions/search/index.ts';

/** The holder of an API key. A tool's call counts as a query; the handshake and the list of tools are free. */
export const mcpCaller = callerResolver('api-key', (event) =>
  isToolCall(event) ? keyHolder(event) : uncountedKeyHolder(event),
);

function isToolCall({ body = '', isBase64Encoded }: APIGatewayProxyEventV2): boolean {
  try {
    const text = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8').toString('utf8');
    return JSON.parse(text)?.method === 'tools/call';
  } catch {
    return false;
  }
}
