import { describe, expect, it } from 'vitest';
import { readShell, readShellLine, type ShellText } from './shell-text.ts';

/** What was read, in short: the words, assignments and redirections of each command, in lists of pipelines. */
function inShort(read: ShellText): unknown {
  if (read.kind !== 'script') return Object.values(read).join(' ');
  return read.pipelines.map(({ after, commands }) => [
    ...(after === ';' ? [] : [after]),
    ...commands.map(({ assignments, words, redirects }) =>
      [
        ...assignments.map(({ name, value }) => `${name}:=${value}`),
        ...words.map(({ text }) => text),
        ...redirects.map((each) => {
          if (each.kind === 'join') return `${each.stream}>&${each.into}`;
          if (each.kind === 'text') return `<<${each.text}`;
          return each.kind === 'read'
            ? `<${each.name.text}`
            : `${each.stream}>${each.append ? '>' : ''}${each.name.text}`;
        }),
      ].join(','),
    ),
  ]);
}

/** A line of one command, and its words. */
const lines: readonly (readonly [line: string, words: readonly string[]])[] = [
  ['kubectl  apply\t-f f.yaml ', ['kubectl', 'apply', '-f', 'f.yaml']],
  [`a 'b c' "d e"`, ['a', 'b c', 'd e']],
  [`a=''`, ['a:=']],
  [`''`, ['']],
  [`x"y"'z'w`, ['xyzw']],
  ['a\\ b', ['a b']],
  ['a \\\n  b', ['a', 'b']],
  [`"a\\"b\\\\c\\$d"`, ['a"b\\c$d']],
  [`"a\\nb"`, ['a\\nb']],
  [`'a\\b'`, ['a\\b']],
  [`$'it\\'s\\tA\\u0041\\x41'`, [`it's\tAAA`]],
  [`-p '{"spec":{"replicas":2}}'`, ['-p', '{"spec":{"replicas":2}}']],
  [`"a | b" 'c > d'`, ['a | b', 'c > d']],
  ['a#b # c; d', ['a#b']],
  ['A=1 B="x y" kubectl C=2', ['A:=1', 'B:=x y', 'kubectl', 'C=2']],
  ['"A=1" b', ['A=1', 'b']],
  [`a $X "\${Y}"`, ['a', '$X', `\${Y}`]],
];

describe('readShell', () => {
  it.each(lines)('reads the words of %j', (line, words) => {
    expect(inShort(readShell(line))).toEqual([[words.join(',')]]);
  });

  it.each<readonly [line: string, read: unknown]>([
    ['', []],
    ['# nothing', []],
    ['a | b |\n c', [['a', 'b', 'c']]],
    ['a && b || c; d\n\ne;', [['a'], ['&&', 'b'], ['||', 'c'], ['d'], ['e']]],
    ['a <b >c 2>>d 2>&1 >&2', [['a,<b,1>c,2>>d,2>&1,1>&2']]],
    ['a < "b c"', [['a,<b c']]],
    ['a <<<"x y" b', [['a,b,<<x y\n']]],
    ['a <<EOF b\nx $y "\n\\$z \\\nw\nEOF\nc', [['a,b,<<x $y "\n$z w\n'], ['c']]],
    ["a <<'E F'\n\\$x\nE F", [['a,<<\\$x\n']]],
    ['a <<-X\n\tb\n\t\tc\n\tX\nd', [['a,<<b\nc\n'], ['d']]],
    ['a <<A | b <<B\n1\nA\n2\nB\nc', [['a,<<1\n', 'b,<<2\n'], ['c']]],
    ['a <<EOF\nno end', [['a,<<no end']]],
    ['a <<EOF', [['a,<<']]],
  ])('reads %j', (line, read) => {
    expect(inShort(readShell(line))).toEqual(read);
  });

  it.each([
    [`a 'b`, 'unclosed 1'],
    [`a "b\\"\nc`, 'unclosed 2'],
    ['a |', 'unexpected  1'],
    ['a &&\n\n', 'unexpected  3'],
    ['| a', 'unexpected | 1'],
    ['a\n\n&& b', 'unexpected && 3'],
    ['a ; ; b', 'unexpected ; 1'],
    ['a > | b', 'unexpected | 1'],
    ['a >\nb', 'unexpected \n 1'],
    ['a )', 'unexpected ) 1'],
    ['a $(b)', 'unplayed $(…)'],
    ['a "$(b)"', 'unplayed $(…)'],
    ['a `b`', 'unplayed `…`'],
    ['a <<EOF\n$(b)\nEOF', 'unplayed $(…)'],
    ['a <(b)', 'unplayed <(…)'],
    ['(a)', 'unplayed (…)'],
    ['a & b', 'unplayed &'],
    ['a |& b', 'unplayed |&'],
    ['a &> b', 'unplayed &>'],
    ['a 3> b', 'unplayed 3>'],
    ['a 1< b', 'unplayed 1<'],
    ['a 0> b', 'unplayed 0>'],
    ['a 12>> b', 'unplayed 12>>'],
    ['a <& b', 'unplayed <&'],
    ['a <> b', 'unplayed <>'],
    ['a >& b', 'unplayed >&'],
    ['a >(b)', 'unplayed >(…)'],
    ['a ;; b', 'unexpected ;; 1'],
    ['a <<', 'unexpected  1'],
    ['a < # b', 'unexpected  1'],
    ["a $'b", 'unclosed 1'],
    ['a "b`c`"', 'unplayed `…`'],
    ['a <<EOF\n`b`\nEOF', 'unplayed `…`'],
    ['a >| b', 'unplayed >|'],
  ])('refuses %j', (line, read) => {
    expect(inShort(readShell(line))).toBe(read);
  });

  it('names the variables that a shell would replace, each once', () => {
    expect(readShell(`a $X "$X \${Y}" '$Z' \\$W $? <<EOF\n$V \\$U $?\nEOF`)).toMatchObject({
      variables: ['$X', `\${Y}`, '$V'],
    });
  });

  it('says where the texts of a line stand, and whether they stand there as they are read', () => {
    const line = "cat <<'EOF' | b <<<'c d'\nx\nEOF\ncat <<-E\n\ty\nE";
    const read = readShell(line);
    const commands = read.kind === 'script' ? read.pipelines.flatMap((pipeline) => pipeline.commands) : [];
    const here = commands.flatMap(({ redirects }) => redirects.flatMap((each) => (each.kind === 'text' ? [each] : [])));
    const at = ({ from, to }: { readonly from: number; readonly to: number }) => line.slice(from, to);
    expect(here.map(({ operator, body, whole, plain }) => [at(operator), at(body), at(whole), plain])).toEqual([
      ["<<'EOF'", 'x\n', 'x\nEOF\n', true],
      ["<<<'c d'", "'c d'", "<<<'c d'", false],
      ['<<-E', '\ty\n', '\ty\nE', false],
    ]);
  });

  it('reads a line with all that it goes on to', () => {
    const { read, end } = readShellLine('\n# x\na <<E &&\n1\nE\nb\nc');
    expect([inShort(read), end]).toEqual([[['a,<<1\n'], ['&&', 'b']], 20]);
  });
});
