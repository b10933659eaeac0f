import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { noSearchFilters } from '#shared/assistant-tools.ts';
import { runFailureCodes } from '#shared/contract/chat.ts';
import { runFailures } from '#shared/run-failures.ts';
import { eventually } from '#tests/support/eventually.ts';
import {
  noConversation,
  openConversation,
  question,
  reply,
  run,
  storedThread,
  waitingFor,
} from './support/conversations.ts';
import { openPage, visit } from './support/open-page.tsx';
import { answer, requestId, requestsTo, sampleOf } from './support/server.ts';

beforeEach(visit);

const asked = question('What docks drones?');
const answered = reply('A funnel does.');
const tooMany = 'Error: Too many attempts. Please wait some minutes and try again.';
const unreachable =
  'Error: The server cannot be reached. Please check your connection and try again.';
const searched = { ...noSearchFilters, published_before: '2015-01-01', not_assignee: 'Hartwell' };
const completed = run({ status: 'completed', text: answered.text, searched });

/** Opens the page and asks. */
async function ask() {
  noConversation('token_1');
  answer('create-chat-message', { output: asked });
  answer('list-chat-messages', { output: { items: [asked] } });
  const page = await openPage('/chatbot');
  await page.getByRole('textbox', { name: 'Message to Dexi' }).fill(asked.text);
  await page.getByRole('button', { name: 'Send' }).click();
  return page;
}

test('a question is sent, its run is watched, and its answer grows', async () => {
  answer('create-chat-run', { output: run({ status: 'queued' }) });
  answer('get-chat-run', { output: run({ status: 'in_progress', text: 'A funnel' }) });
  const page = await ask();
  const status = page.getByRole('status').filter({ hasText: 'Dexi' });
  await expect.element(status).toHaveTextContent('Dexi is searching');
  await expect.element(page.getByText('A funnel', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Dexi is writing…')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Send' })).toBeDisabled();
  answer('get-chat-run', { output: run({ status: 'in_progress', text: 'A funnel does' }) });
  await expect.element(page.getByText('A funnel does', { exact: true })).toBeVisible();
  answer('list-chat-messages', { output: { items: [asked, answered] } });
  answer('get-chat-run', { output: completed });
  await expect.element(page.getByText('A funnel does.')).toBeVisible();
  await expect.element(status).toHaveTextContent('Dexi has answered');
  // One answer: what has grown makes way for what is stored.
  expect(page.getByText(/^A funnel does/).elements()).toHaveLength(1);
  expect(requestsTo('create-chat-message')[0]).toMatchObject({
    body: { content: asked.text, filters: {} },
    headers: { 'x-thread-token': 'token_1' },
  });
  expect(storedThread()).toBe(JSON.stringify({ id: 'thr_1', token: 'token_1' }));
  // What was understood can be taken back.
  const understood = page.getByRole('list', { name: 'Understood filters' });
  await expect.element(understood.getByText('not by Hartwell')).toBeVisible();
  const lift = 'Remove the filter: published before Jan 1, 2015';
  await page.getByRole('button', { name: lift }).click();
  await eventually(() =>
    expect(requestsTo('create-chat-message').at(-1)).toMatchObject({
      body: { content: 'without the date filter' },
    }),
  );
});

test('a queued run shows that Dexi thinks', async () => {
  openConversation([asked], run({ status: 'queued' }));
  const page = await openPage('/chatbot');
  await expect.element(page.getByText('Dexi is thinking…')).toBeVisible();
});

test('a page that is reopened during a run continues', async () => {
  openConversation([asked], run({ status: 'in_progress', text: 'A fun' }));
  const page = await openPage('/chatbot');
  await expect.element(page.getByText('A fun', { exact: true })).toBeVisible();
  answer('list-chat-messages', { output: { items: [asked, answered] } });
  answer('get-chat-run', { output: completed });
  await expect.element(page.getByText(answered.text)).toBeVisible();
});

test.each([
  {
    tool: 'antecede_API',
    args: { query: 'docks', filters: { ...noModelFilters() }, limit: 5 },
    endpoint: 'get-filtered-data',
    body: { query: 'docks', limit: 5, cpc: 'B64', kind_code: 'B2' },
  },
  {
    tool: 'get_full_patent_text',
    args: { ucid: 'US-10123456-B2' },
    endpoint: 'get-patent-text',
    body: { ucid: 'US-10123456-B2' },
  },
  {
    tool: 'rerank_patents_for_invalidation',
    args: { ucid: null, claim_text: 'A dock.', candidates: ['US-10123456-B2'] },
    endpoint: 'rerank-patents',
    body: { claim_text: 'A dock.', candidates: ['US-10123456-B2'] },
  },
] as const)('a call of $tool is answered by $endpoint', async ({ tool, args, endpoint, body }) => {
  openConversation([asked], waitingFor(tool, args, { cpc: 'B64', kind_code: 'B2' }));
  answer('submit-tool-outputs', { output: run({ status: 'queued' }) });
  await openPage('/chatbot');
  await expect.poll(() => requestsTo('submit-tool-outputs').length).toBeGreaterThan(0);
  expect(requestsTo(endpoint)[0]?.body).toMatchObject(body);
  const output = JSON.stringify(sampleOf(endpoint));
  expect(requestsTo('submit-tool-outputs')[0]?.body).toEqual({
    thread_id: 'thr_1',
    run_id: 'run_1',
    tool_outputs: [{ tool_call_id: 'call_1', output }],
  });
});

test('the output of a failed tool is its error', async () => {
  openConversation([asked], waitingFor('get_full_patent_text', { ucid: 'US-1-B2' }));
  answer('get-patent-text', { failure: 'PatentNotFound' });
  answer('submit-tool-outputs', { output: completed });
  await openPage('/chatbot');
  await expect
    .poll(() => requestsTo('submit-tool-outputs')[0]?.body)
    .toMatchObject({
      tool_outputs: [
        { output: JSON.stringify({ error: 'The text of this patent is not available here.' }) },
      ],
    });
});

test.each(['no_such_tool', 'constructor'])('a call of the tool %s is refused', async (tool) => {
  openConversation([asked], waitingFor(tool, {}));
  answer('submit-tool-outputs', { output: completed });
  await openPage('/chatbot');
  await expect
    .poll(() => JSON.stringify(requestsTo('submit-tool-outputs')[0]?.body))
    .toContain('error');
});

test('if outputs cannot be submitted, polling stops with an apology until Go on', async () => {
  openConversation([asked], waitingFor('get_full_patent_text', { ucid: 'US-1-B2' }));
  answer('submit-tool-outputs', { failure: 'Internal' });
  const page = await openPage('/chatbot');
  const alert = page.getByRole('alert');
  await expect
    .element(alert.getByText('Sorry aboout that. There is some internal error! Try again later'))
    .toBeVisible();
  expect(alert.element().textContent).not.toContain('Error:');
  const looks = requestsTo('get-chat-run').length;
  await new Promise((resolve) => setTimeout(resolve, 3500));
  expect(requestsTo('get-chat-run')).toHaveLength(looks);
  answer('list-chat-messages', { output: { items: [asked, answered] } });
  answer('get-chat-run', { output: completed });
  await alert.getByRole('button', { name: 'Go on' }).click();
  await expect.element(page.getByText(answered.text)).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
});

test('calls that another tab has answered are not answered again', async () => {
  openConversation([asked], waitingFor('get_full_patent_text', { ucid: 'US-1-B2' }));
  answer('submit-tool-outputs', { failure: 'RunNotWaiting' });
  const page = await openPage('/chatbot');
  await expect.poll(() => requestsTo('submit-tool-outputs').length).toBe(1);
  answer('list-chat-messages', { output: { items: [asked, answered] } });
  answer('get-chat-run', { output: completed });
  await expect.element(page.getByText(answered.text)).toBeVisible();
  expect(page.getByRole('alert').elements()).toEqual([]);
});

test.each(runFailureCodes)('a run that failed says why: %s', async (code) => {
  const last_error = { code, message: runFailures[code] };
  openConversation([asked], run({ status: 'failed', text: 'A fun', last_error }));
  const page = await openPage('/chatbot');
  const alert = page.getByRole('alert');
  await expect.element(alert.getByText(`Error: ${runFailures[code]}`)).toBeVisible();
  await expect.element(page.getByText('A fun', { exact: true })).toBeVisible();
  const next = code === 'conversation_too_long' ? 'New conversation' : 'Go on';
  await expect.element(alert.getByRole('button', { name: next })).toBeVisible();
});

test.each([
  { status: 'failed', says: 'Error: The answer was interrupted.' },
  { status: 'expired', says: 'Error: Dexi took too long to answer.' },
  { status: 'cancelled', says: 'You stopped this answer.' },
] as const)('after a run that is $status, people can go on', async ({ status, says }) => {
  const last_error = { code: 'interrupted', message: runFailures.interrupted } as const;
  openConversation([asked], run({ status, last_error: status === 'failed' ? last_error : null }));
  answer('create-chat-run', { output: run({ id: 'run_2', status: 'in_progress' }) });
  const page = await openPage('/chatbot');
  await expect.element(page.getByText(says)).toBeVisible();
  answer('get-chat-run', { output: run({ id: 'run_2', status: 'in_progress', text: 'Again' }) });
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect.element(page.getByText('Again', { exact: true })).toBeVisible();
  await expect.element(page.getByText(says)).not.toBeInTheDocument();
});

test('an answer can be stopped', async () => {
  openConversation([asked], run({ status: 'in_progress', text: 'A fun' }));
  answer('cancel-chat-run', { output: run({ status: 'cancelled', text: 'A fun' }) });
  const page = await openPage('/chatbot');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect.element(page.getByText('You stopped this answer.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Stop' })).not.toBeInTheDocument();
});

test('a deleted conversation is replaced by a new one', async () => {
  openConversation([]);
  answer('get-chat-thread', { failure: 'NotFound' });
  answer('create-chat-thread', { output: { ...sampleOf('get-chat-thread'), id: 'thr_2' } });
  const page = await openPage('/chatbot');
  await expect.poll(storedThread).toBe(JSON.stringify({ id: 'thr_2' }));
  answer('get-chat-thread', {
    output: { ...sampleOf('get-chat-thread'), id: 'thr_2', last_run_id: null },
  });
  await expect.element(page.getByRole('heading', { name: 'Ask about patents' })).toBeVisible();
});

test('a conversation that cannot be loaded is replaced by a new one, and can be opened again', async () => {
  openConversation([asked]);
  answer('get-chat-thread', { failure: 'TooManyAttempts' });
  answer('create-chat-thread', { output: { ...sampleOf('get-chat-thread'), id: 'thr_2' } });
  const page = await openPage('/chatbot');
  await expect.poll(storedThread).toBe(JSON.stringify({ id: 'thr_2' }));
  await expect.element(page.getByText(/^Your last conversation could not be loaded/)).toBeVisible();
  openConversation([asked]);
  await page.getByRole('button', { name: 'Open the last one again' }).click();
  await expect.element(page.getByText(asked.text)).toBeVisible();
  await expect.poll(storedThread).toBe(JSON.stringify({ id: 'thr_1' }));
  await expect
    .element(page.getByRole('button', { name: 'Open the last one again' }))
    .not.toBeInTheDocument();
});

test('without a connection, the conversation is kept, and the page says so', async () => {
  openConversation([asked]);
  answer('get-chat-thread', 'unreachable');
  const page = await openPage('/chatbot');
  await expect
    .element(page.getByText(/^The server cannot be reached/), { timeout: 120_000 })
    .toBeVisible();
  await expect.poll(storedThread).toBe(JSON.stringify({ id: 'thr_1' }));
  expect(requestsTo('create-chat-thread')).toEqual([]);
});

test('an invalid value in the local storage is ignored', async () => {
  noConversation();
  localStorage.setItem('antecede.chat-thread', '{"id":7');
  const page = await openPage('/chatbot');
  await expect.element(page.getByRole('heading', { name: 'Ask about patents' })).toBeVisible();
});

test('after too many questions the page says so and keeps the message', async () => {
  answer('create-chat-message', { failure: 'TooManyAttempts' });
  noConversation();
  const page = await openPage('/chatbot');
  const field = page.getByRole('textbox', { name: 'Message to Dexi' });
  await field.fill('What docks drones?');
  await page.getByRole('button', { name: 'Send' }).click();
  const alert = page.getByRole('alert');
  await expect.element(alert.getByText(tooMany)).toBeVisible();
  await expect.element(alert.getByText(`Request id ${requestId}`)).toBeVisible();
  await expect.element(field).toHaveValue('What docks drones?');
});

test('a stored question without a run can be answered later', async () => {
  answer('create-chat-run', { failure: 'TooManyAttempts' });
  const page = await ask();
  const alert = page.getByRole('alert');
  await expect.element(alert.getByText(tooMany)).toBeVisible();
  answer('create-chat-run', { output: run({ status: 'in_progress' }) });
  answer('get-chat-run', { output: run({ status: 'in_progress', text: 'A fun' }) });
  await alert.getByRole('button', { name: 'Go on' }).click();
  await expect.element(page.getByText('A fun', { exact: true })).toBeVisible();
});

test('a question in a conversation where another tab has asked says so, and follows that run', async () => {
  openConversation([]);
  answer('create-chat-message', { failure: 'RunActive' });
  const page = await openPage('/chatbot');
  await page.getByRole('textbox', { name: 'Message to Dexi' }).fill('And now?');
  openConversation([asked], run({ status: 'in_progress', text: 'A fun' }));
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/^Error: Dexi is answering already\./)).toBeVisible();
  await expect.element(page.getByText('A fun', { exact: true })).toBeVisible();
});

test('a tab that gets the focus follows the run of another tab', async () => {
  openConversation([]);
  const page = await openPage('/chatbot');
  await expect.element(page.getByRole('heading', { name: 'Ask about patents' })).toBeVisible();
  openConversation([asked], run({ status: 'in_progress', text: 'A fun' }));
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.element(page.getByText(asked.text)).toBeVisible();
  await expect.element(page.getByText('A fun', { exact: true })).toBeVisible();
});

test('without a connection, a question is not sent, and polling continues later', async () => {
  openConversation([asked], run({ status: 'in_progress', text: 'A fun' }));
  const page = await openPage('/chatbot');
  await expect.element(page.getByText('A fun', { exact: true })).toBeVisible();
  answer('get-chat-run', 'unreachable');
  await expect.element(page.getByText(unreachable)).toBeVisible();
  answer('list-chat-messages', { output: { items: [asked, answered] } });
  answer('get-chat-run', { output: completed });
  await expect.element(page.getByText(answered.text)).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  answer('create-chat-message', 'unreachable');
  const field = page.getByRole('textbox', { name: 'Message to Dexi' });
  await field.fill('And now?');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(unreachable)).toBeVisible();
  await expect.element(field).toHaveValue('And now?');
});

function noModelFilters() {
  return {
    priority_after: null,
    priority_before: null,
    published_after: null,
    published_before: null,
    cpc: null,
    kind_code: null,
    assignee: null,
  };
}
