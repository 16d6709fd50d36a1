import { type Readable, Transform, type Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { startHttp } from './http.ts';
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
  const close = async () => {
    await server.close();
    // An input that is open keeps the process, also after a signal.
    process.stdin.destroy();
  };
  return { kind: 'serving', port: 0, ended, close };
}

/** The most bytes of a line, as the SDK has it. */
const mostBytes = 10 * 1024 * 1024;

/**
 * The lines of a client that are messages of JSON-RPC. What is none is answered with its error, as JSON-RPC 2.0 has it in its
 * section 5.1: the SDK's own transport passes it over in silence, so that whoever asked would wait.
 */
export function messagesOf(input: Readable, output: Writable): Readable {
  let begun: Buffer[] = [];
  let size = 0;
  let tooLong = false;
  const refuse = (code: number, message: string, id: string | number | null = null) =>
    void output.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`);
  /** Whether a line is handed on. */
  const takes = (line: string): boolean => {
    if (line.trim() === '') return false;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      refuse(-32_700, 'Parse error: a message is one line of JSON');
      return false;
    }
    if (JSONRPCMessageSchema.safeParse(value).success) return true;
    refuse(-32_600, 'Invalid Request: this is no message of JSON-RPC 2.0', idOf(value));
    return false;
  };
  const lines = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let from = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
        const line = Buffer.concat([...begun, chunk.subarray(from, end + 1)]);
        [begun, size, from] = [[], 0, end + 1];
        if (!tooLong && takes(line.toString('utf8'))) this.push(line);
        tooLong = false;
      }
      const rest = chunk.subarray(from);
      size += rest.length;
      if (size > mostBytes && !tooLong) {
        tooLong = true;
        refuse(-32_600, `Invalid Request: a message has at most ${mostBytes} bytes`);
      }
      if (tooLong) begun = [];
      else if (rest.length > 0) begun.push(rest);
      done();
    },
  });
  return input.pipe(lines);
}

function idOf(value: unknown): string | number | null {
  if (typeof value !== 'object' || value === null || !('id' in value)) return null;
  return typeof value.id === 'string' || typeof value.id === 'number' ? value.id : null;
}
