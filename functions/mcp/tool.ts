import type * as z from 'zod';

/** What a tool says. */
export interface ToolAnswer {
  /** JSON, which assistants read. */
  readonly answer: Record<string, unknown>;
  /** Of a search: how many rows match. */
  readonly results?: number;
}

/** A tool that an assistant may call. It only reads. */
export interface Tool<Arguments extends z.ZodObject = z.ZodObject> {
  readonly title: string;
  readonly description: string;
  readonly arguments: Arguments;
  /** The text that is searched for, for the search history; absent where nothing is. */
  searched?(given: z.output<Arguments>): string;
  /** @throws ProductError */
  run(given: z.output<Arguments>): Promise<ToolAnswer>;
}

/** Keeps the types of a tool's arguments while it is written, and forgets them afterwards. */
export const tool = <Arguments extends z.ZodObject>(definition: Tool<Arguments>): Tool =>
  definition;
