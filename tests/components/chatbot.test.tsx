import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { ChatCitation } from '#shared/contract/chat.ts';
import { expectNoViolations } from './support/accessibility.ts';
import { noConversation, openConversation, question, reply, run } from './support/conversations.ts';
import { openPage, signIn, visit } from './support/open-page.tsx';
import { answer, requestsTo, sampleOf } from './support/server.ts';

beforeEach(visit);

const completed = run({ status: 'completed' });

/** Opens a conversation whose last answer is this. */
function openAnswer(text: string, citations: ChatCitation[] = []) {
  openConversation([question('What docks drones?'), reply(text, citations)], completed);
  return openPage('/chatbot');
}

const cited = (fields: Partial<ChatCitation>): ChatCitation => ({
  number: 1,
  ucid: 'US-10123456-B2',
  title: 'Dock for drones',
  quote: 'a funnel that guides the drone',
  place: { part: 'claim', number: 1, start: 10, end: 40 },
  status: 'verified',
  ...fields,
});

test('an empty page suggests questions, which fill the field', async () => {
  noConversation();
  const page = await openPage('/chatbot');
  await expect.element(page.getByRole('heading', { name: 'Ask about patents' })).toBeVisible();
  const [first] = page.getByRole('list', { name: 'Suggestions' }).getByRole('button').all();
  const text = first!.element().textContent;
  await first!.click();
  const field = page.getByRole('textbox', { name: 'Message to Dexi' });
  await expect.element(field).toHaveValue(text);
  await expect.element(field).toHaveFocus();
  await expectNoViolations();
});

test('a conversation that is loading says so', async () => {
  openConversation([]);
  answer('list-chat-messages', 'pending');
  const page = await openPage('/chatbot');
  await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible();
});

test('visitors see no list of conversations, in the plain layout', async () => {
  noConversation();
  const page = await openPage('/chatbot');
  await expect.element(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Filters' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Conversations' }).elements()).toEqual([]);
  expect(requestsTo('list-chat-threads')).toEqual([]);
});

test('a message is sent with Enter, and broken into lines with Shift and Enter', async () => {
  noConversation();
  const page = await openPage('/chatbot');
  const field = page.getByRole('textbox', { name: 'Message to Dexi' });
  await field.click();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Send' })).toBeDisabled();
  await userEvent.keyboard('one{Shift>}{Enter}{/Shift}two');
  await expect.element(field).toHaveValue('one\ntwo');
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => requestsTo('create-chat-message').map(({ body }) => body))
    .toEqual([{ content: 'one\ntwo', filters: {} }]);
});

test('the field for messages grows to 100 pixels', async () => {
  noConversation();
  const page = await openPage('/chatbot');
  const field = page.getByRole('textbox', { name: 'Message to Dexi' });
  await field.fill('line\n'.repeat(40));
  await expect.poll(() => field.element().getBoundingClientRect().height).toBe(100);
});

test('a message has at most 20,000 characters', async () => {
  noConversation();
  const page = await openPage('/chatbot');
  const field = page.getByRole('textbox', { name: 'Message to Dexi' });
  await field.fill('x'.repeat(20_001));
  await expect
    .element(page.getByText('A message can have 20,000 characters. This one has 20,001.'))
    .toBeVisible();
  await userEvent.keyboard('{Enter}');
  await field.fill('x'.repeat(20_000));
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => requestsTo('create-chat-message').length).toBe(1);
});

test('filters are sent with a question, and kept for the next one', async () => {
  noConversation();
  const page = await openPage('/chatbot');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('textbox', { name: 'Priority date' }).fill('2015-01-31');
  await userEvent.selectOptions(page.getByLabelText('Publication date criterion'), 'After');
  await page.getByRole('textbox', { name: 'Publication date' }).fill('2010-12-01');
  await page.getByRole('textbox', { name: 'CPC' }).fill('B64C39');
  await page.getByRole('textbox', { name: 'Kind code' }).fill('b2');
  await page.getByRole('button', { name: 'Close filters' }).click();
  await expect.element(page.getByRole('button', { name: 'Filters (4)' })).toBeVisible();
  const chip = page.getByRole('button', {
    name: 'Remove the filter: Priority date before Jan 31, 2015',
  });
  await expect.element(chip).toBeVisible();
  await expectNoViolations();
  await page.getByRole('textbox', { name: 'Message to Dexi' }).fill('docks');
  await userEvent.keyboard('{Enter}');
  const sent = {
    priority_date: '20150131',
    priority_date_criteria: '<',
    publication_date: '20101201',
    publication_date_criteria: '>',
    cpc: 'B64C39',
    kind_code: 'B2',
  };
  await expect
    .poll(() => requestsTo('create-chat-message').map(({ body }) => body))
    .toEqual([{ content: 'docks', filters: sent }]);
  await chip.click();
  await page.getByRole('button', { name: 'Filters (3)' }).click();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.element(page.getByRole('textbox', { name: 'CPC' })).toHaveValue('');
});

test.each(['2B', 'AB', 'ß', '!!'])(
  '%s is not a kind code, and nothing is sent with it',
  async (code) => {
    noConversation();
    const page = await openPage('/chatbot');
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('textbox', { name: 'Kind code' }).fill(code);
    await expect.element(page.getByText(/^A kind code is a letter/)).toBeVisible();
    await page.getByRole('button', { name: 'Close filters' }).click();
    await page.getByRole('textbox', { name: 'Message to Dexi' }).fill('docks');
    await userEvent.keyboard('{Enter}');
    await expect
      .element(page.getByText('Please correct the kind code in the filters.'))
      .toBeVisible();
    expect(requestsTo('create-chat-message')).toEqual([]);
  },
);

test('a kind code has at most two characters', async () => {
  noConversation();
  const page = await openPage('/chatbot');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('textbox', { name: 'Kind code' }).click();
  await userEvent.keyboard('123');
  await expect.element(page.getByRole('textbox', { name: 'Kind code' })).toHaveValue('12');
  expect(page.getByText(/^A kind code is a letter/).elements()).toEqual([]);
});

test.each([
  '<script>window.attacked = true</script>',
  '<img src=x onerror="window.attacked = true">',
  '![who reads](https://elsewhere.example/pixel.png)',
  '[press here](javascript:window.attacked=true)',
  '[press here](https://elsewhere.example/)',
  'https://elsewhere.example/ www.elsewhere.example',
  '<a href="https://elsewhere.example">press here</a>',
  '[1]: https://elsewhere.example "x"\n\n[1] <iframe src="https://elsewhere.example"></iframe>',
  '| a |\n|-|\n| <form action="https://elsewhere.example"><button>x</button></form> |',
  '- [ ] task\n\n[^1]\n\n[^1]: footnote https://elsewhere.example',
])('an answer leads nowhere and runs nothing: %s', async (text) => {
  const page = await openAnswer(`Before.\n\n${text}\n\nAfter.`);
  const last = page.getByText('After.');
  await expect.element(last).toBeVisible();
  const said = last.element().parentElement!;
  const allowed = 'ol,li,h2,div,p,ul,table,thead,tbody,tr,th,td,section,sup,h3,em,strong,br';
  expect(Array.from(said.querySelectorAll(`:not(${allowed})`), ({ tagName }) => tagName)).toEqual(
    [],
  );
  expect(window).not.toHaveProperty('attacked');
});

test('a huge answer is shown', async () => {
  const page = await openAnswer(`${'word [1] US-10123456-B2 '.repeat(2000)}\n\nAfter.`, [
    cited({}),
  ]);
  await expect.element(page.getByText('After.')).toBeVisible();
});

test('only the conversation scrolls, and the field for messages stays at the bottom', async () => {
  const long = 'Funnels guide drones into docks.\n\n'.repeat(60);
  openConversation([question('One?'), reply(long), question('Two?'), reply(`${long} `)], completed);
  const page = await openPage('/chatbot');
  const box = page.getByRole('region', { name: 'Questions and answers' }).element();
  const offset = () => {
    const last = page.getByText('Two?').element();
    return last.getBoundingClientRect().top - box.getBoundingClientRect().top;
  };
  await expect.poll(offset).toBeLessThan(100);
  expect(box.scrollTop).toBeGreaterThan(0);
  const { scrollHeight, clientHeight } = document.documentElement;
  expect(scrollHeight).toBe(clientHeight);
  const send = page.getByRole('button', { name: 'Send' }).element().getBoundingClientRect();
  expect(send.bottom).toBeLessThanOrEqual(clientHeight);
});

test('a wide chart scrolls in its own box, by keyboard too', async () => {
  const cells = Array.from({ length: 12 }, (_, column) => `element ${column}`);
  const page = await openAnswer(
    `| ${cells.join(' | ')} |\n|${cells.map(() => '-').join('|')}|\n| ${cells.join(' | ')} |`,
  );
  const box = page.getByRole('region', { name: 'Table' });
  await expect.element(box).toHaveAttribute('tabindex', '0');
  expect(box.element().scrollWidth).toBeGreaterThan(box.element().clientWidth);
  expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth);
  await expectNoViolations();
});

test('quotes say whether they were verified, in words', async () => {
  const page = await openAnswer('It docks [1], it waits [2], it flies [3] [4].', [
    cited({ number: 1 }),
    cited({
      number: 2,
      status: 'repaired',
      place: { part: 'abstract', number: null, start: 0, end: 5 },
    }),
    cited({ number: 3, status: 'unverified', place: null, title: null }),
  ]);
  await expect
    .element(page.getByRole('button', { name: 'Source 1: US-10123456-B2, claim 1, verified' }))
    .toBeEnabled();
  await expect
    .element(page.getByRole('button', { name: 'Source 2: US-10123456-B2, abstract, corrected' }))
    .toBeEnabled();
  const doubtful = page.getByRole('button', { name: 'Source 3: US-10123456-B2, not verified' });
  await expect.element(doubtful).toHaveTextContent('3not verified');
  // The patent is unknown, so its citation does not open.
  await expect.element(doubtful).toBeDisabled();
  // A number without a source is text.
  await expect.element(page.getByText(/\[4\]\.$/)).toBeVisible();
  const sources = page.getByRole('list', { name: 'Sources' });
  for (const words of [
    'The patent says this, word for word.',
    'Dexi had changed words. This is the passage of the patent that comes nearest.',
    'No patent that Dexi read says this. Please do not rely on it.',
  ]) {
    await expect.element(sources.getByText(new RegExp(words))).toBeVisible();
  }
  await expectNoViolations();
});

test('a citation opens the patent with the passage marked, and in view', async () => {
  const before = 'A dock with ';
  const quote = 'a funnel that guides the drone';
  const text = `${before}${quote} down.`;
  answer('get-patent-text', {
    output: {
      ...sampleOf('get-patent-text'),
      ucid: 'US-10123456-B2',
      title: 'Dock for drones',
      paragraphs: Array.from({ length: 40 }, (_, index) => ({
        number: index + 1,
        text: index === 29 ? text : 'Something else. '.repeat(60),
      })),
    },
  });
  const start = before.length;
  const place = { part: 'paragraph', number: 30, start, end: start + quote.length } as const;
  const page = await openAnswer('It docks [1].', [cited({ quote, place })]);
  await page.getByRole('button', { name: /^Source 1/ }).click();
  const mark = page
    .getByRole('complementary', { name: 'Document US-10123456-B2' })
    .getByRole('mark');
  await expect.element(mark).toHaveTextContent(quote);
  await expect.element(mark).toBeInViewport();
  await expect.element(mark).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(mark).not.toBeInTheDocument();
});

test('a patent without a stored text says so', async () => {
  answer('get-patent-text', { failure: 'PatentNotFound' });
  const page = await openAnswer('See US-10123456-B2.');
  await page.getByRole('button', { name: 'US-10123456-B2' }).click();
  await expect
    .element(page.getByRole('alert').getByText('The text of this patent is not available here.'))
    .toBeVisible();
});

test('feedback is about the last answer', async () => {
  const page = await openAnswer('It docks.');
  await page.getByRole('button', { name: 'Feedback' }).click();
  const form = page.getByRole('form', { name: 'Feedback' });
  const send = form.getByRole('button', { name: 'Send feedback' });
  await expect.element(send).toBeDisabled();
  await form.getByRole('button', { name: 'No' }).click();
  await form.getByRole('textbox').fill('Too short');
  await send.click();
  await expect.element(page.getByText('Thank you for your feedback.')).toBeVisible();
  expect(requestsTo('create-feedback')[0]?.body).toEqual({
    intent: false,
    userFeedback: 'Too short',
    thread_id: 'thr_1',
    run_id: 'run_1',
  });
});

test('each answer is judged, copied, and followed by questions; each question is asked again', async () => {
  answer('get-patent-text', {
    output: {
      ...sampleOf('get-patent-text'),
      ucid: 'US-10123456-B2',
      assignees: ['Dockers Ltd'],
      priority_date: '2015-02-03',
      drawings: undefined,
    },
  });
  const page = await openAnswer('It docks [1].', [cited({})]);
  const sources = page.getByRole('list', { name: 'Sources' });
  await expect.element(sources.getByText(/Dockers Ltd · priority Feb 3, 2015/)).toBeVisible();
  await expect
    .element(sources.getByRole('link', { name: 'Make a report' }))
    .toHaveAttribute('href', '/download-prior-art/US-10123456-B2');
  await page.getByRole('button', { name: 'This answer did not help' }).click();
  await page.getByRole('textbox', { name: 'What was missing or wrong' }).fill('No dates');
  await expectNoViolations();
  const form = page.getByRole('form', { name: 'Opinion about this answer' });
  await form.getByRole('button', { name: 'Send' }).click();
  await expect
    .poll(() => requestsTo('create-feedback')[0]?.body)
    .toEqual({ intent: false, userFeedback: 'No dates', thread_id: 'thr_1', run_id: 'run_1' });
  await expect.element(form).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Copy with sources' })).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Who cites US-10123456-B2?' }))
    .toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  const field = page.getByRole('textbox', { name: 'Question' });
  await expect.element(field).toHaveValue('What docks drones?');
  await expect.element(field).toHaveFocus();
  await expectNoViolations();
  await userEvent.keyboard('{Escape}');
  await expect.element(field).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Edit' }).click();
  await field.fill('What docks ships?');
  await page.getByRole('button', { name: 'Ask from here' }).click();
  await expect
    .poll(() => requestsTo('create-chat-message').map(({ body }) => body))
    .toEqual([{ content: 'What docks ships?', filters: {}, instead_of: expect.any(String) }]);
  await expect.element(page.getByText('It docks')).not.toBeInTheDocument();
});

test('people who are signed in open, rename, export and delete their conversations', async () => {
  signIn();
  openConversation([question('What docks drones?'), reply('A funnel.')], completed);
  const [sample] = sampleOf('list-chat-threads').items;
  const thread = (id: string, title: string) => ({ ...sample!, id, title });
  answer('list-chat-threads', {
    output: { items: [thread('thr_1', 'Drones'), thread('thr_2', 'Pumps')] },
  });
  const page = await openPage('/chatbot');
  await expect.element(page.getByRole('link', { name: 'Chatbot' })).toHaveAttribute('aria-current');
  await expect.poll(() => window.location.pathname).toBe('/chatbot/thr_1');
  await page.getByRole('button', { name: 'Conversations' }).click();
  await expect
    .element(page.getByRole('button', { name: 'Drones', exact: true }))
    .toHaveAttribute('aria-current', 'true');
  await expectNoViolations();
  const menu = page.getByRole('button', { name: 'Conversation Drones', exact: true });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Docks');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => requestsTo('rename-chat-thread')[0]?.body).toEqual({ title: 'Docks' });
  await expect
    .element(page.getByRole('dialog', { name: 'Rename conversation' }))
    .not.toBeInTheDocument();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Export as Markdown' }).click();
  await expect.poll(() => requestsTo('export-chat-thread').length).toBe(1);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: 'Delete conversation' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect.element(page.getByRole('heading', { name: 'Ask about patents' })).toBeVisible();
  await expect.poll(() => window.location.pathname).toBe('/chatbot');
  await page.getByRole('button', { name: 'Conversations' }).click();
  await page.getByRole('button', { name: 'Pumps', exact: true }).click();
  await expect.element(page.getByText('A funnel.')).toBeVisible();
  await expect.poll(() => window.location.pathname).toBe('/chatbot/thr_2');
  await page.getByRole('button', { name: 'New conversation' }).click();
  await expect.poll(() => window.location.pathname).toBe('/chatbot');
});

test.each([1, 2, 3, 4, 5, 6])(
  'any messages that fit the contract can be shown: %i',
  async (seed) => {
    const { items } = sampleOf('list-chat-messages', seed);
    openConversation(items, completed);
    const page = await openPage('/chatbot');
    const speakers = page.getByRole('heading', { level: 2, name: /^(You|Dexi)$/ });
    await expect.poll(() => speakers.elements().length).toBe(items.length);
  },
);

// Last: it leaves the router at another page of the layout, which then does not ask anew who is signed in.
test('a conversation is shared by a link that ends, and a link shows it to read', async () => {
  const url = 'https://example.com/shared-chat#thr_1.rs_1';
  answer('share-chat-thread', { output: { url, ends_at: '2026-12-01T00:00:00.000Z' } });
  const page = await openAnswer('It docks.');
  await page.getByRole('button', { name: 'Conversation Drones that dock' }).click();
  await page.getByRole('menuitem', { name: 'Share by link' }).click();
  await userEvent.selectOptions(page.getByLabelText('It works for'), '30 days');
  await page.getByRole('button', { name: 'Make a link' }).click();
  await expect.element(page.getByRole('textbox', { name: /^Link, until / })).toHaveValue(url);
  expect(requestsTo('share-chat-thread').map(({ body }) => body)).toEqual([{ days: 30 }]);
  await expectNoViolations();
  await page.unmount();
  answer('open-shared-chat', {
    output: {
      title: 'Drones that dock',
      ends_at: '2026-12-01T00:00:00.000Z',
      items: [question('What docks drones?'), reply('A funnel.', [cited({})])],
    },
  });
  const shared = await openPage('/shared-chat#thr_1.rs_1');
  await expect.element(shared.getByText('A funnel.')).toBeVisible();
  expect(requestsTo('open-shared-chat')[0]?.body).toEqual({ token: 'thr_1.rs_1' });
  expect(shared.getByRole('button', { name: 'Ask again' }).elements()).toEqual([]);
  await expectNoViolations();
});
