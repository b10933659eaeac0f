import { setInterval } from 'node:timers';
import { functionTools } from '#shared/assistant-tools.ts';
import { splitAnswer } from '#shared/citations.ts';
import { assistantPrompt } from './assistant-prompt.ts';
import { assistantSettings } from './assistant-settings.ts';
import { begunAnswer, continued } from './begun-answer.ts';
import { type ModelAccess, ModelFailure, type ModelReply } from './model.ts';
import { modelInput } from './model-input.ts';
import { askModel, modelAccess } from './openai.ts';
import { growAnswer, type RunRecord } from './runs.ts';
import { itemsForModel } from './thread-items.ts';

/** A reply of the model. */
export interface AnsweredTurn {
  reply: ModelReply;
  /** The model that has answered. */
  access: ModelAccess;
  /** What an answer has already that is continued. */
  begun: string;
  /** The answer so far, for people. */
  text: string;
}

/** What came of a request to the model. */
export type Turn =
  | (AnsweredTurn & { failure?: undefined })
  | { failure: ModelFailure; text: string };

/**
 * Asks the model once. An answer that was cut off is continued, without tools. While it answers, the run shows what is there, and stays with this worker.
 * @returns undefined when the run was stopped or taken over meanwhile
 */
export async function takeTurn(run: RunRecord, mayCall: boolean): Promise<Turn | undefined> {
  const items = await itemsForModel(run.thread_id, assistantSettings.contextMaxLength);
  const begun = begunAnswer(items);
  const stopped = new AbortController();
  let text = begun;
  const showing = showRegularly(run, () => text, stopped);
  try {
    const access = await modelAccess();
    const { model, maxOutputTokens } = access.settings;
    const reply = await askModel(
      access,
      {
        instructions: await assistantPrompt(new Date()),
        input: modelInput(items, model),
        tools: mayCall && begun === '' ? functionTools() : [],
        maxOutputTokens,
        timeoutMs: assistantSettings.requestMs,
        retries: assistantSettings.requestRetries,
      },
      (grown) => {
        text = continued(begun, grown);
      },
      stopped.signal,
    );
    return { reply, access, begun, text: visible(text) };
  } catch (error) {
    if (stopped.signal.aborted) return undefined;
    if (error instanceof ModelFailure) return { failure: error, text: visible(text) };
    throw error;
  } finally {
    await showing.end();
  }
}

/** A line of the list of citations that is not whole yet. */
const begunCitation = /\n\s*\[\d*\]?[^\n]*$/;

/** The citations are shown when they are checked. */
const visible = (answer: string) => splitAnswer(answer.replace(begunCitation, '')).text;

/** Writes the answer into the run as it grows, and in pauses the lease; aborts when the run is another's. */
function showRegularly(run: RunRecord, textOf: () => string, stopped: AbortController) {
  const { growMs, leaseSeconds } = assistantSettings;
  const renewMs = (leaseSeconds * 1000) / 3;
  let shown = '';
  let writtenAt = Date.now();
  let writing: Promise<void> = Promise.resolve();
  let busy = false;
  const show = async () => {
    const text = visible(textOf());
    if (text === shown && Date.now() - writtenAt < renewMs) return;
    const leasedUntil = new Date(Date.now() + leaseSeconds * 1000);
    if (!(await growAnswer(run, text, leasedUntil))) stopped.abort();
    shown = text;
    writtenAt = Date.now();
  };
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    writing = show()
      .catch((error) => stopped.abort(error))
      .finally(() => {
        busy = false;
      });
  }, growMs);
  return {
    async end() {
      clearInterval(timer);
      await writing;
    },
  };
}
