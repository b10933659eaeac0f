import { anyone } from '#functions/request/anyone.ts';
import { lambda } from '#functions/request/lambda.ts';
import { publicOrigin } from '#functions/runtime/config.ts';
import { system } from '#shared/contract/system.ts';
import { openApiDocument } from '#shared/openapi.ts';

export const handler = lambda(system, 'get-openapi', anyone, async () =>
  openApiDocument(publicOrigin()),
);
