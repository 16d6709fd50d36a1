import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { median } from '../../conformance/median.ts';
import { stageProgram } from '../../conformance/packages/stage.ts';

const starts = 7;

/**
 * Times `managed-fields mcp` as it is published, in a process of its own: how long it is from its start to the answer to a
 * client's first message, and to the first answer of a tool. And a second question, when everything is loaded.
 */
export async function timeAssistants(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const cases = fileURLToPath(new URL('../../packages/cli/src/mcp/cases/', import.meta.url));
  const [live, manifest] = ['live.yaml', 'manifest.yaml'].map((name) => readFileSync(`${cases}${name}`, 'utf8'));
  try {
    mkdirSync(join(folder, 'page'));
    writeFileSync(join(folder, 'page/index.html'), '');
    await stageProgram(join(folder, 'program'), join(folder, 'page'));
    const [hellos, firsts, seconds]: [number[], number[], number[]] = [[], [], []];
    for (let turn = 0; turn < starts; turn++) {
      const began = performance.now();
      const child = spawn(process.execPath, [join(folder, 'program/main.js'), 'mcp'], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      const answers = answersOf(child);
      const ask = async (id: number, method: string, params: object) => {
        child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
        const { value } = await answers.next();
        if (typeof value !== 'string' || !value.includes('"result"') || value.includes('"isError":true'))
          throw new Error(`no answer to ${method}: ${value}`);
      };
      const clientInfo = { name: 'bench', version: '1' };
      await ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
      hellos.push(performance.now() - began);
      const ways = { name: 'ways_out', arguments: { live, manifest, manager: 'm' } };
      await ask(2, 'tools/call', ways);
      firsts.push(performance.now() - began);
      const again = performance.now();
      await ask(3, 'tools/call', ways);
      seconds.push(performance.now() - again);
      child.kill();
    }
    const [hello, first, second] = [hellos, firsts, seconds].map((times) => Math.round(median(times)));
    console.log(`assistants, first answer: ${hello} ms, of a tool ${first} ms, the same again ${second} ms`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function answersOf({ stdout }: Pick<ChildProcess, 'stdout'>): AsyncIterator<string> {
  if (stdout === null) throw new Error('nothing can be read');
  return createInterface({ input: stdout })[Symbol.asyncIterator]();
}
