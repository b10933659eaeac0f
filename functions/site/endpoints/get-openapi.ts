import { anyone } from '#core/request/anyone.ts';
import { lambda } from '#core/request/lambda.ts';
import { publicOrigin } from '#core/runtime/config.ts';
import { system } from '#shared/contract/system.ts';
import { openApiDocument } from '#shared/openapi.ts';

export const handler = lambda(system, 'get-openapi', anyone, async () =>
  openApiDocument(publicOrigin()),
);
