import { terminalLine } from '@managed-fields/foreign-text';
import { exit, type Io, type Run } from '../io.ts';
import { outputJson } from '../json/output.ts';
import { oneOf, readOptions, refuse } from '../options.ts';
import { publicAddress } from '../page-address.ts';
import type { AssistantSettings } from './settings.ts';

/** What the arguments of `mcp` come to, or why they cannot be used. */
export type McpOptions =
  | { readonly kind: 'usage'; readonly message: string }
  | { readonly kind: 'options'; readonly settings: AssistantSettings; readonly output: 'text' | 'json' };

/** Reads the arguments of `mcp`. */
export function mcpOptions(args: readonly string[], io: Pick<Io, 'env' | 'random'>): McpOptions {
  const read = readOptions(args, {
    http: { type: 'boolean' },
    port: { type: 'string' },
    'page-address': { type: 'string' },
    output: { type: 'string', short: 'o' },
  });
  if (read.kind === 'usage') return read;
  const { values, words } = read;
  const usage = (message: string) => ({ kind: 'usage', message }) as const;
  if (words.length > 0) return usage(`${words[0]} is no option`);
  const output = oneOf('--output', values.output, ['text', 'json']);
  if (output.kind === 'usage') return output;
  const others = publicAddress(values['page-address'] ?? io.env['MANAGED_FIELDS_PAGE']);
  if (others.kind === 'usage') return others;
  const page = others.address;
  if (values.http !== true) {
    if (values.port !== undefined) return usage('--port goes with --http');
    return { kind: 'options', settings: { by: 'stdio', page }, output: output.value };
  }
  const port = values.port ?? '0';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    return usage(`--port is a number from 0 to 65535, not ${JSON.stringify(port)}`);
  }
  const given = io.env['MANAGED_FIELDS_MCP_TOKEN'];
  if (given !== undefined && !/^[\w.~+/-]{32,200}$/.test(given)) {
    return usage('MANAGED_FIELDS_MCP_TOKEN has to be 32 to 200 letters and digits: openssl rand -hex 32 makes one');
  }
  const settings = { by: 'http', port: Number(port), token: given ?? io.random(32), page } as const;
  return { kind: 'options', settings, output: output.value };
}

/** `managed-fields mcp`: serves assistants by the Model Context Protocol. */
export const run: Run = async (args, io) => {
  const options = mcpOptions(args, io);
  if (options.kind === 'usage') return refuse(io, options.message, 'mcp');
  const { settings } = options;
  const served = await io.serveAssistants(settings);
  if (served.kind !== 'serving') {
    const said =
      served.kind === 'taken'
        ? `Port ${settings.by === 'http' ? settings.port : 0} is taken: name another by --port, or leave it out for a free one.`
        : `It cannot be served: ${terminalLine(served.message)}`;
    io.stderr.write(`${said}\n`);
    return exit.failed;
  }
  if (settings.by === 'http') {
    const address = `http://127.0.0.1:${served.port}/mcp`;
    const { token } = settings;
    io.stdout.write(
      options.output === 'json' ? outputJson('AssistantsAddress', { address, token }, 0) : servingText(address, token),
    );
  }
  let stop = () => {};
  const interrupted = new Promise<void>((done) => {
    stop = io.onSignal(done);
  });
  await Promise.race([served.ended, interrupted]);
  stop();
  await served.close();
  return exit.done;
};

function servingText(address: string, token: string): string {
  return `Assistants ask here until Ctrl-C ends it:

  ${address}
  Authorization: Bearer ${token}

Whoever has the token can ask. No tool reads or writes a cluster or a file.
`;
}
