import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyCluster } from '@managed-fields/api-server/whole';
import { runKubectl } from '@managed-fields/kubectl/whole';
import { kubectlTexts } from '@managed-fields/source';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';

const cluster = emptyCluster(await loadCatalog());
const files = { 'a.txt': 'one\ntwo', 'b.txt': 'three\n' };

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shell-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
});
afterEach(() => rmSync(folder, { recursive: true }));

function inBash(line: string) {
  const { stdout, status } = spawnSync('bash', ['-c', line], { cwd: folder, input: 'in\nput\n', encoding: 'utf8' });
  const texts = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);
  return { stdout, exitCode: status, files: Object.fromEntries(texts) };
}

function here(line: string) {
  const command = { line, files: new Map(Object.entries(files)), stdin: 'in\nput\n', namespace: 'default' };
  const ran = runKubectl(cluster, command, { ...kubectlTexts, release: 'v1.36.3' }, '2026-01-01T00:00:00Z');
  return { stdout: ran.stdout, exitCode: ran.exitCode, files: { ...files, ...Object.fromEntries(ran.written) } };
}

/** Lines without kubectl, whose output, exit code and files are those that bash leaves. */
const lines: readonly string[] = [
  'cat a.txt b.txt',
  'cat',
  'cat - a.txt < b.txt',
  'cat < a.txt b.txt',
  'cat nope.txt a.txt',
  'cat | cat b.txt /dev/stdin',
  'cat && cat',
  'echo a  "b  c" \'d  e\' f\\ g "h\\"i\\\\j\\$k" \'l\\m\'',
  'echo -n a; echo -e "a\\tb\\x41"; echo -ne x -n; echo -E "a\\tb"; echo -x; echo',
  `echo $'a\\tb\\'c\\u00e9' "a\\
b" c\\
d`,
  `printf '%s-%s\\n' a b c; printf 'x%%y\\tz\\n'; printf '%b|%s|%d\\n' 'a\\tb' 'a\\tb' 5; printf x; printf '%s' `,
  `cat <<EOF
a \\$b \\\\ \\c "d" 'e'
  f \\
g
EOF`,
  `cat <<'EOF'
a $b \\$c \\\\ \\
\`d\`
EOF
echo z`,
  'cat <<-EOF\n\ta\n\t\tb\n \tc\n\tEOF\necho z',
  'cat <<A - <<B | cat - b.txt\n1\nA\n2\nB\necho z',
  'cat <<"E F"\nx\nE F',
  'cat <<EOF\nEOF\necho after',
  'cat <<< "a  b"; cat <<<c',
  'echo a > c.txt; echo b >> c.txt; cat c.txt; echo d > a.txt',
  'echo a > c.txt b; cat nope 2> err.txt; cat nope > both.txt 2>&1',
  'cat nope 2>&1 > out.txt | cat',
  'cat nope 2> /dev/null || echo failed && echo again; cat nope 2> /dev/null && echo never',
  '> empty.txt cat a.txt; echo x 1> one.txt',
  'echo a | cat | cat - a.txt |\n# comment\n  cat\n\n\necho b # c\n#d',
  'echo a#b "#c" \\#d;echo e&&echo f||echo g',
  'cat < nope.txt > made.txt; echo on',
  'echo "$" a$ $. {a} ~x [b] !',
];

describe('pipes, redirections and here-documents do what bash does', () => {
  it.each(lines)('%j', (line) => {
    expect(here(line)).toEqual(inBash(line));
  });
});
