import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ask, newConversation, readRun } from './support/chat.ts';
import { expectFailure } from './support/expect-failure.ts';
import { anonymous, clientOf, newAdmin, newMember, newUser } from './support/people.ts';
import { setAttributes } from './support/stores.ts';

const question = 'Find patents on infusion pumps that notice a blocked line early.';

describe('a conversation', () => {
  test('is listed, renamed, exported and deleted', async () => {
    const { call } = await newUser();
    const older = await newConversation(call);
    const newer = await newConversation(call);
    await ask(newer, 'What is a claim?');
    await ask(older, 'Which patents are about bees?');
    const { items } = await call('list-chat-threads', { query: {} });
    expect(items.map(({ title }) => title)).toEqual([
      'Which patents are about bees?',
      'What is a claim?',
    ]);
    const params = { id: older.threadId };
    const title = 'Bees <img src=x> ![a](https://x.example)';
    const renamed = await call('rename-chat-thread', { params, body: { title } });
    expect(renamed.title).toBe(title);
    const text = await call('export-chat-thread', { params });
    // What somebody wrote is text in the file, too: no image is loaded, no link followed.
    expect(text).toMatch(
      /^# Bees &lt;img src=x> !\[a\]\\\(https:\/\/x\.example\)\n\n## Question, /,
    );
    await call('delete-chat-thread', { params });
    await expectFailure(call('get-chat-thread', { params }), 'NotFound');
    expect((await call('list-chat-threads', { query: {} })).items).toHaveLength(1);
  });
});

test('a shared link shows what was said before it, until it ends, is replaced or taken back', async () => {
  const { call } = await newUser();
  const conversation = await newConversation(call);
  const params = { id: conversation.threadId };
  const say = (content: string) => call('create-chat-message', { params, body: { content } });
  await say('What is a claim?');
  const share = (days: 1 | 30) => call('share-chat-thread', { params, body: { days } });
  const { url, ends_at } = await share(30);
  await say('A secret that was said later');
  const tokenOf = (link: string) => new URL(link).hash.slice(1);
  const open = (token: string) => anonymous()('open-shared-chat', { body: { token } });
  const shown = await open(tokenOf(url));
  expect(shown).toMatchObject({ title: 'What is a claim?', ends_at });
  expect(shown.items.map(({ text }) => text)).toEqual(['What is a claim?']);
  const other = await newUser();
  await expectFailure(other.call('share-chat-thread', { params, body: { days: 1 } }), 'NotFound');
  await expectFailure(other.call('unshare-chat-thread', { params }), 'NotFound');
  await expectFailure(open(`${params.id}.rs_guess`), 'ShareNotFound');
  const second = tokenOf((await share(1)).url);
  await expectFailure(open(tokenOf(url)), 'ShareNotFound');
  expect((await open(second)).items).toHaveLength(2);
  await call('unshare-chat-thread', { params });
  await expectFailure(open(second), 'ShareNotFound');
});

test('a question that is asked in the place of another replaces it and what followed', async () => {
  const { call } = await newUser();
  const conversation = await newConversation(call);
  const params = { id: conversation.threadId };
  const say = (content: string, instead_of?: string) =>
    call('create-chat-message', { params, body: { content, instead_of } });
  const first = await say('What is a clam?');
  const second = await say('And a patent?');
  const texts = async () =>
    (await call('list-chat-messages', { params, query: {} })).items.map(({ text }) => text);
  await say('And an invention?', second.id);
  expect(await texts()).toEqual(['What is a clam?', 'And an invention?']);
  await expectFailure(say('Again', second.id), 'NotFound');
  const elsewhere = await newConversation(call);
  await expectFailure(
    call('create-chat-message', {
      params: { id: elsewhere.threadId },
      body: { content: 'Mine?', instead_of: first.id },
    }),
    'NotFound',
  );
  await say('What is a claim?', first.id);
  expect(await texts()).toEqual(['What is a claim?']);
  expect((await call('get-chat-thread', { params })).title).toBe('What is a claim?');
});

test('a conversation that is full takes no question, and is read and exported whole', async () => {
  const conversation = await newConversation(anonymous());
  const { call, threadToken } = conversation;
  const params = { id: conversation.threadId };
  // Longest in JSON: six bytes for each character.
  const content = `x${'\u0001'.repeat(19_998)}x`;
  const post = () =>
    call('create-chat-message', { params, body: { content }, threadToken }).then(
      () => undefined,
      ({ code }) => code,
    );
  let posted = 0;
  let refusal = await post();
  for (; refusal === undefined; refusal = await post()) posted += 1;
  expect(refusal).toBe('ConversationFull');
  expect(posted).toBeGreaterThan(15);
  await expectFailure(call('create-chat-run', { params, threadToken }), 'ConversationFull');
  const pages: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await call('list-chat-messages', { params, query: { cursor }, threadToken });
    pages.push(page.items.length);
    cursor = page.next;
  } while (cursor);
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.reduce((sum, length) => sum + length)).toBe(posted);
  const text = await call('export-chat-thread', { params, threadToken });
  expect(text.split('## Question').length - 1).toBe(posted);
});

describe('a conversation of somebody else', () => {
  test('does not exist for other members of the organization or without its token', async () => {
    const admin = await newAdmin();
    const member = await newMember(admin);
    const own = await newConversation(admin.call);
    const run = await ask(own, question);
    const open = await newConversation(anonymous());
    for (const call of [member.call, anonymous()]) {
      for (const { threadId, threadToken } of [own, { ...open, threadToken: 'tt_wrong' }]) {
        const params = { id: threadId };
        await expectFailure(call('get-chat-thread', { params, threadToken }), 'NotFound');
        await expectFailure(
          call('list-chat-messages', { params, query: {}, threadToken }),
          'NotFound',
        );
      }
      await expectFailure(readRun({ ...own, call }, run.id), 'NotFound');
    }
    const mine = await newConversation(member.call);
    await expectFailure(readRun({ ...mine }, run.id), 'NotFound');
  });

  test('opens with its token, even after its owner signs in', async () => {
    const open = await newConversation(anonymous());
    const { call } = await newUser();
    const { threadId: id, threadToken } = open;
    expect(await call('get-chat-thread', { params: { id }, threadToken })).toMatchObject({ id });
  });
});

test('an invalid token is refused instead of ignored', async () => {
  const { idToken } = await newUser();
  const forged = clientOf(`${idToken.slice(0, -6)}AAAAAA`);
  await expectFailure(forged('create-chat-thread'), 'Unauthenticated');
});

test('feedback is stored with its run', async () => {
  const { call } = await newUser();
  const conversation = await newConversation(call);
  const run = await ask(conversation, question);
  const about = { thread_id: conversation.threadId, run_id: run.id };
  await call('create-feedback', { body: { intent: true, userFeedback: 'Found it', ...about } });
  await call('create-feedback', { body: { intent: false, userFeedback: '' } });
  const half = { intent: true, userFeedback: '', thread_id: conversation.threadId };
  await expectFailure(call('create-feedback', { body: half }), 'InvalidRequest');
});

test('after the daily number of questions the answer says how long to wait', async () => {
  const { call } = await newUser();
  const { item_id } = await call('get-user', { query: {} });
  const conversation = await newConversation(call);
  const run = await ask(conversation, question);
  const params = { id: conversation.threadId };
  await call('cancel-chat-run', { params: { ...params, runId: run.id } });
  const person = createHash('sha256').update(item_id).digest('hex');
  // The bucket stays empty longer than tests may advance the clock.
  const emptied = { tat: Date.now() + 10 * 365 * 86_400_000 };
  await setAttributes('Activity', [`ATTEMPTS#chat_user#${person}`, 'ATTEMPTS'], emptied);
  const refused = await expectFailure(call('create-chat-run', { params }), 'TooManyAttempts');
  expect(refused.message).toMatch(/wait \d+ minutes/);
});
