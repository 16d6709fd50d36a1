import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { z } from 'zod';
import type { Io } from '../io.ts';
import { shown } from './shown.ts';

/** What the tools of a server share: what its operator chose, and the world. */
export interface Assistance {
  /** The address of the playground that links open; undefined where the operator named none. */
  readonly page: string | undefined;
  readonly io: Pick<Io, 'now' | 'version'>;
}

/** What a tool answers: a value of its output's form, or a sentence why there is none. */
export type Answer<Value> =
  | { readonly kind: 'answer'; readonly value: Value }
  | { readonly kind: 'error'; readonly message: string };

/** A tool for assistants. Its input is strict: what it does not know is an error. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  /** What it is for, in words by which an assistant chooses it. */
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  answer(asked: z.output<Input>, assistance: Assistance): Promise<Answer<z.input<Output>>>;
}

/** Adds a tool to a server. What it answers is bounded, and shows hidden characters by their numbers. */
export function addTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  server: McpServer,
  { name, title, description, input, output, answer }: Tool<Input, Output>,
  assistance: Assistance,
): void {
  const config = { title, description, inputSchema: input as z.ZodObject, outputSchema: output as z.ZodObject };
  server.registerTool(name, { ...config, annotations }, async (asked) => {
    const answered = await answer(asked as z.output<Input>, assistance);
    if (answered.kind === 'error') {
      return { isError: true, content: [{ type: 'text', text: shown(answered.message) }] };
    }
    const value = shown(answered.value) as Record<string, unknown>;
    return { structuredContent: value, content: [{ type: 'text', text: JSON.stringify(value) }] };
  });
}

/** Nothing is written, nothing outside of this process is asked, and the same question has the same answer. */
const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
