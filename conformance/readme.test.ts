import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';

const root = new URL('..', import.meta.url);

test('the README shows the example as it runs, and it conflicts as it should', async () => {
  const example = readFileSync(new URL('conformance/example/two-managers.ts', root), 'utf8');
  const shown = /```ts\n([\s\S]*?)```/.exec(readFileSync(new URL('README.md', root), 'utf8'))?.[1];
  expect(shown).toBe(example);

  const printed: unknown[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((text) => printed.push(text));
  await import('./example/two-managers.ts');
  log.mockRestore();
  expect(printed[0]).toContain('manager: alice');
  expect(printed[1]).toContain(`message: 'Apply failed with 1 conflict: conflict with "alice": .data.b'`);
});
