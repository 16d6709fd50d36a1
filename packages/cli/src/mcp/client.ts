import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { assistantServer } from './server.ts';

/** What a tool answered: its value, or the sentence of its error. */
export interface Called {
  readonly error: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: the SDK has checked it against the schema of the tool
  readonly value: any;
  /** The same as text, as clients show it that read no values. */
  readonly text: string;
}

/** The SDK's own client beside a server in this process, for tests. */
export async function testClient(page?: string) {
  const io = { now: () => Date.UTC(2026, 10, 24, 10, 2, 26), version: () => '1.2.3' };
  const [near, far] = InMemoryTransport.createLinkedPair();
  const server = assistantServer({ page, io });
  await server.connect(far);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(near);
  return { client, call: (name: string, args: object) => called(client, name, args), close: () => client.close() };
}

/** Calls a tool. */
export async function called(client: Client, name: string, args: object): Promise<Called> {
  const result = await client.callTool({ name, arguments: { ...args } });
  const [content] = result.content as readonly { readonly text: string }[];
  const text = content?.text ?? '';
  return { error: result.isError === true ? text : undefined, value: result.structuredContent, text };
}
