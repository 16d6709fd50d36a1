import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Lints a text as if it were a file of the project, by the project's own settings; the lines that a rule of ours finds.
 */
function foundIn(file: string, text: string): readonly number[] {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { overrides } = JSON.parse(
    readFileSync(join(root, 'biome.json'), 'utf8').replaceAll('"./', `${JSON.stringify(root).slice(0, -1)}`),
  );
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ root: true, overrides }));
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const { stdout } = spawnSync(process.execPath, [biome, 'lint', '--max-diagnostics=100', '--reporter=json', '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const { diagnostics }: { diagnostics: readonly Found[] } = JSON.parse(stdout);
  const found = diagnostics.filter(({ category }) => category === 'plugin');
  return [...new Set(found.map(({ location }) => location.start.line))];
}

/** A diagnostic of Biome, as far as it is read here. */
interface Found {
  readonly category: string;
  readonly location: { readonly start: { readonly line: number } };
}

const forbidden = [
  'element.innerHTML = text;',
  "element['outerHTML'] = text;",
  'element.innerHTML += text;',
  'const html = element.outerHTML;',
  "element.insertAdjacentHTML('beforeend', text);",
  'element.setHTMLUnsafe(text);',
  'frame.srcdoc = text;',
  'document.write(text);',
  'document.createRange().createContextualFragment(text);',
  "new DOMParser().parseFromString(text, 'text/html');",
  'eval(text);',
  'globalThis.eval(text);',
  'new Function(text)();',
  "setTimeout('run()', 10);",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a program.
  'window.setInterval(`run(${text})`, 10);',
  'const paragraph = <p dangerouslySetInnerHTML={{ __html: text }} />;',
];

const allowed = [
  'element.textContent = text;',
  "element.replaceChildren(document.createElement('p'));",
  'setTimeout(() => run(text), 10);',
  'const paragraph = <p onClick={run}>{text}</p>;',
  "const words = 'innerHTML eval';",
];

test.each(['app/src/page/bad.tsx', 'packages/embed/src/bad.tsx'])(
  '%s may not make markup or code of a text',
  (file) => {
    expect(foundIn(file, `${forbidden.join('\n')}\n`)).toEqual(forbidden.map((_, index) => index + 1));
    expect(foundIn(file, `${allowed.join('\n')}\n`)).toEqual([]);
  },
);

const inlineSpace = [
  'const row = <p style={{ padding: 7 }} />;',
  'const row = <p style={{ paddingLeft: 8 + level * 16 }} />;',
  "const row = <p style={{ 'marginTop': '7px' }} />;",
  'const row = <p style={{ top, gap: 3 }} />;',
  'const row = <p style={top === undefined ? undefined : { rowGap: 3 }} />;',
];

test('an element says no padding, margin or gap by itself', () => {
  expect(foundIn('app/src/page/bad.tsx', `${inlineSpace.join('\n')}\n`)).toEqual(inlineSpace.map((_, at) => at + 1));
  const counted = ["const row = <p style={{ top, left: 0, width: '3%' }} />;", 'const row = <p style={atDepth(3)} />;'];
  expect(foundIn('app/src/page/bad.tsx', `${counted.join('\n')}\n`)).toEqual([]);
});

const network = [
  "fetch('/api/v1/secrets');",
  "globalThis.fetch('/api');",
  "window['fetch']('/api');",
  'const { fetch: send } = window;',
  'const send = self.fetch;',
  'new XMLHttpRequest();',
  "new WebSocket('wss://example.com');",
  "new EventSource('/api');",
  "navigator.sendBeacon('/api', text);",
];

test.each(['app/src/page/bad.tsx', 'app/src/features/live-cluster/bad.ts', 'packages/live-cluster/src/bad.ts'])(
  '%s may not reach the network',
  (file) => {
    expect(foundIn(file, `${network.join('\n')}\n`)).toEqual(network.map((_, index) => index + 1));
    expect(foundIn(file, "const fetchCode = 1;\nconst words = 'fetch';\n")).toEqual([]);
  },
);

test.each(['app/src/core/code/own-file.ts', 'app/src/features/live-cluster/state/send.ts'])('%s may', (file) => {
  expect(foundIn(file, `${network.join('\n')}\n`)).toEqual([]);
});
