import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readableIn, secretCases } from '../../e2e/hostile/secrets.ts';
import { root } from '../packages/published.ts';

// Every form of secret as an assistant may send it: nothing of it comes back.

/** All forms take a minute and a half; without WHOLE=1 a spread of them is tried. */
const share = process.env['WHOLE'] === '1' ? 1 : 7;

const client = new Client({ name: 'test', version: '1' });
beforeAll(async () => {
  const args = ['--import', 'tsx', `${root}packages/cli/src/main.ts`, 'mcp'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
});
afterAll(() => client.close());

const told = async (name: string, args: Record<string, unknown>) =>
  JSON.stringify(await client.callTool({ name, arguments: args }));

/** The settings of a step that a tool takes; notes and the like are for the page. */
const kept = new Set(['kind', 'text', 'name', 'manager', 'userAgent', 'subresource', 'object', 'files']);

const chosen = secretCases.filter((_, index) => index % share === 0);

test.each(chosen.map((each) => [each.name, each] as const))('%s', async (_, { steps, secrets }) => {
  const given = steps.map((step) => Object.fromEntries(Object.entries(step).filter(([name]) => kept.has(name))));
  const answers = [await told('play_scenario', { steps: given })];
  for (const { text } of steps) {
    answers.push(await told('link', { objects: text }), await told('survey', { objects: text }));
    // That a value elsewhere is one of a Secret is known beside that Secret alone.
    const isKnown = steps.length === 1 || /Secret|secret/.test(text);
    if (isKnown) answers.push(await told('owners', { object: text }));
  }
  for (const answer of answers) expect(readableIn(answer, secrets)).toEqual([]);
});
