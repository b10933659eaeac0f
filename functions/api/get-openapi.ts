import { anyone } from '#functions/runtime/anyone.ts';
import { publicOrigin } from '#functions/runtime/config.ts';
import { lambda } from '#functions/runtime/lambda.ts';
import { openApiDocument } from '#shared/openapi.ts';

export const handler = lambda('get-openapi', anyone, async () => openApiDocument(publicOrigin()));
