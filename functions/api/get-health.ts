import { anyone } from '#functions/runtime/anyone.ts';
import { lambda } from '#functions/runtime/lambda.ts';

export const handler = lambda('get-health', anyone, async () => ({ status: 'ok' as const }));
