import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { startHttp } from './http.ts';
import { messagesOf } from './lines.ts';
import { assistantServer } from './server.ts';
import type { AssistantSettings, ServedAssistants } from './settings.ts';
import type { Assistance } from './tool.ts';

/** Serves assistants on standard input and output, or over HTTP on loopback. */
export async function serveAssistants(settings: AssistantSettings, io: Assistance['io']): Promise<ServedAssistants> {
  const { page } = settings;
  if (settings.by === 'http') return startHttp(settings, () => assistantServer({ page, io }));
  const server = assistantServer({ page, io });
  const ended = new Promise<void>((done) => {
    server.server.onclose = done;
    process.stdin.once('end', done).once('close', done);
  });
  await server.connect(new StdioServerTransport(messagesOf(process.stdin, process.stdout), process.stdout));
  return { kind: 'serving', port: 0, ended, close: () => server.close() };
}
