import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testClient } from './client.ts';

// The conversation in docs/assistants.md: its answers are those of calls that are made here. `vitest run -u` writes them anew.

const page = new URL('../../../../docs/assistants.md', import.meta.url);
const read = (name: string) => readFileSync(new URL(`cases/${name}`, import.meta.url), 'utf8').trimEnd();

test('the conversation in docs/assistants.md is what the tools answer', async () => {
  const { call, close } = await testClient();
  const [live, manifest, message] = [read('live.yaml'), read('manifest.yaml'), read('error.txt')];
  const explained = await call('explain_conflict', { message });
  const [first] = explained.value.messages;
  const ways = await call('ways_out', { live, manifest, manager: 'kubernetes-mcp-server' });
  await close();
  const { handOver } = ways.value;
  // As the formatter of this repository writes it: a list of one text stands on its line.
  const printed = (value: unknown) => JSON.stringify(value, null, 2).replace(/\[\s+("[^"]*")\s+\]/g, '[$1]');
  const json = (value: unknown) => `\`\`\`json\n${printed(value)}\n\`\`\``;
  const lines = [
    '**Person**: Scale web in prod to five.',
    `**Assistant** applies this by its tool for Kubernetes:\n\n\`\`\`yaml\n${manifest}\n\`\`\``,
    `The tool answers:\n\n\`\`\`text\n${message}\n\`\`\``,
    '**Assistant** calls `explain_conflict` with that text, and reads:',
    json({ code: first.code, meaning: first.meaning, managers: first.managers, next: explained.value.next }),
    '**Assistant** gets the object with its managedFields, and calls `ways_out` with it, the manifest and the name under which its tool applies. Of the answer:',
    json({
      conflicts: ways.value.conflicts,
      ways: ways.value.ways.map(({ way, means, status, changes }: Record<string, unknown>) => ({
        ...{ way, means, status, changes },
      })),
      handOver,
      notes: ways.value.notes,
    }),
    '**Assistant**: `.spec.replicas` belongs to `kubectl`, which applies the file of whoever set it to 3. I did not delete or force anything. I can take the field over without a moment in which nobody owns it: first I apply it with the value that it has, then whoever applies as `kubectl` takes `replicas` out of their file and applies it once more, and then I set it to 5. Played, all of that ends well. Shall I?',
    '**Person**: Yes. I take the line out of our file.',
    `**Assistant** sends the first step:\n\n\`\`\`sh\n${handOver.steps[0].command.trimEnd()}\n\`\`\``,
    'The second step holds a value that looks secret, so it has no command here: the person applies the own file without the line. Then the manifest applies, as `thenApply` said.',
  ];
  const text = readFileSync(page, 'utf8');
  const [before = '', rest = ''] = text.split('<!-- the conversation -->\n');
  const [, after = ''] = rest.split('<!-- ends here -->');
  const written = `${before}<!-- the conversation -->\n\n${lines.join('\n\n')}\n\n<!-- ends here -->${after}`;
  await expect(written).toMatchFileSnapshot('../../../../docs/assistants.md');
});
