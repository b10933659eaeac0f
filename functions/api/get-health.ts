import { lambda } from '#functions/runtime/lambda.ts';

export const handler = lambda('get-health', async () => ({ status: 'ok' as const }));
