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
  const { stdout, status } = spawnSync('bash', ['-c', line], {
    cwd: folder,
    input: 'in\nput\n',
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
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
  String.raw`echo $'\n|\t|\r|\a|\b|\f|\v|\e|\E|\\|\'|\"|\?' $'\x41\x4z|\101|\1011|\08|\u00e9|\u41z|\U1F600|\U00000041B|\z|\8|\xg'`,
  String.raw`echo $'\xc3\xa9\303\251' $'\x5cn' $'\\n' $'a\\' x$'b'y "$'c'" '$'"'d'" $''`,
  String.raw`echo "a\qb\"c\\d\$e\'f\
g" \a\'\"\\ '\a\\' "" '' x""y`,
  String.raw`ec\
ho a\
 b; echo 'a\
b'`,
  'echo a 1>c.txt; echo b 1>>c.txt; cat nope 2>>c.txt; cat nope 2>>c.txt; cat <c.txt',
  'echo a12>c.txt; echo b 2 >d.txt; echo 1>e.txt',
  'cat 0<a.txt; cat 0< b.txt',
  'echo a > c.txt > d.txt; cat < a.txt < b.txt; cat nope >&2 2>e.txt',
  'cat nope a.txt 2>&1 1>c.txt; cat nope a.txt >d.txt 2>&1; cat nope a.txt 1>&2 2>e.txt',
  'cat nope a.txt 2>&1 | cat > c.txt; cat nope 2> e.txt | cat',
  'cat nope 2>/dev/null; echo $? "$?x" a$?b\'$?\' "\\$?" \\$?; echo $?$?; cat nope 2>&1 && echo $? || echo no$?',
  'cat nope 2>/dev/null; cat <<EOF\n$? a $?\nEOF\ncat nope 2>/dev/null; cat <<<"b$?"; cat <<\'EOF\'\n$?\nEOF',
  'cat /dev/null && cat a.txt - /dev/null && echo read; cat < /dev/null; echo a > /dev/null; echo b >> /dev/null',
  'cat <<\\EOF\na \\$b $c\nEOF\ncat <<E"O"F\n$d \\e\nEOF\ncat <<-\'EOF\'\n\t\ta\n\tEOF',
  'cat <<EOF > c.txt; echo after\na\nEOF\ncat > d.txt <<EOF\nb\nEOF\ncat <<EOF c.txt - d.txt\nc\nEOF',
  'cat <<EOF && echo b\n\\\na\\\nb\n\\\\\n\\`\\x\n\\\nEOF',
  'cat <<EOF\n EOF\nEOF \nEOF',
  'cat << EOF\na\n\nEOF\n\n\necho b',
  "cat <<<a <<<b; cat <<<'c d' <<EOF\ne\nEOF",
  'echo a&&echo b||echo c;echo d|cat;echo e ; echo f',
  'echo a\t|\tcat\n\n  # c # d\n\t#e\n  echo b#c #d\n#',
  'echo a || echo b && echo c',
  'cat nope 2>/dev/null && echo a && echo b || echo c || echo d; cat nope 2>/dev/null || cat nope 2>/dev/null || echo e',
  'A=1 B="x y" echo a A=2; A=\'\' cat b.txt; _a1=b echo c',
  'echo a=b "A=1" A\\=1 -=; echo =',
  'echo "$" $ "a$" $. $% $/ "$ b" "$\'" {} { } [a ] ! % @ , : ^ = + ?',
  'cat a.txt | cat - b.txt | cat; cat b.txt | cat a.txt; cat a.txt | grep o; cat b.txt | wc -l',
  'head -n 1 a.txt; tail -n 1 b.txt; head -1 | tail -1; cat',
  'echo aGk= | base64 -d; echo hi | base64; printf hi | base64 -w0; echo "a!" | base64 -d; echo $?',
  'grep one a.txt > c.txt; grep nothing a.txt; echo $?; grep x nope 2>&1; echo $?; grep 2>/dev/null; echo $?',
];

describe('pipes, redirections and here-documents do what bash does', () => {
  it.each(lines)('%j', (line) => {
    expect(here(line)).toEqual(inBash(line));
  });
});
