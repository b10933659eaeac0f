import type { Page } from '@playwright/test';

/**
 * Answers a list as the server does that has these items, by the beginning of their names and by page.
 * @param path of the call; others with a parameter `index_id` or of one file pass
 */
export async function answerList(
  page: Page,
  path: '/api/datasets/files' | '/api/indexes',
  items: readonly { name: string; item: object }[],
): Promise<void> {
  const isList = ({ pathname, searchParams }: URL) =>
    pathname === path && !searchParams.has('index_id') && !searchParams.get('key')?.includes('/');
  await page.route(isList, async (route) => {
    const { searchParams } = new URL(route.request().url());
    const prefix = searchParams.get('prefix')?.toLowerCase() ?? '';
    const found = items.filter(({ name }) => name.toLowerCase().startsWith(prefix));
    const from = Number(searchParams.get('cursor') ?? 0);
    const to = from + Number(searchParams.get('limit') ?? 100);
    const listed = found.slice(from, to).map(({ item }) => item);
    const next = to < found.length ? String(to) : undefined;
    await route.fulfill({ json: { items: listed, next } });
  });
}
