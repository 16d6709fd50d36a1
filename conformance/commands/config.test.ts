import { readFileSync } from 'node:fs';
import { emptyCluster } from '@managed-fields/api-server/whole';
import { runKubectl, type Unplayed } from '@managed-fields/kubectl/whole';
import { kubectlTexts } from '@managed-fields/source';
import { expect, it } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';

interface Case {
  /** Of `kubectl config`, of the kubeconfig `f`; or a whole line. */
  readonly line: string;
  /** The kubeconfig: its name in `texts`, or its text. */
  readonly f?: string;
  /** The kubeconfig of the home folder, in the same way. */
  readonly home?: string;
  readonly out?: string;
  readonly err?: string;
  /** The exit code, where it is not 1 although something is printed on stderr. */
  readonly code?: number;
  /** The file that is written: how it differs from its text as kubectl writes it, or all of its lines. */
  readonly file?: string;
  readonly written?: readonly [line: number, count: number, ...lines: readonly string[]];
  /** Why it is not played: addresses in memory, breakdowns and help. */
  readonly unplayed?: Unplayed;
}

interface Cases {
  /** Kubeconfigs, and the lines that kubectl writes of each. */
  readonly texts: Readonly<Record<string, { readonly text: string; readonly raw: readonly string[] }>>;
  readonly cases: readonly Case[];
}

/**
 * What kubectl v1.36.3 itself printed and wrote: each field of a kubeconfig with values of each type, each property set and
 * unset, each flag of the commands that write.
 */
const { texts, cases }: Cases = JSON.parse(readFileSync(new URL('./config.cases.json', import.meta.url), 'utf8'));
const start = emptyCluster(await loadCatalog());
const textOf = (name: string) => texts[name]?.text ?? name;

it.each(cases.map((each) => [each.line, each.f ?? each.home ?? '', each] as const))('%s: %s', (_, __, each) => {
  const { line, f, home, out = '', err = '', code = err === '' ? 0 : 1, file, written, unplayed } = each;
  const files = new Map([
    ...[['ca', 'AUTH'] as const, ['cc', 'CERT'] as const, ['ck', 'KEY'] as const, ['dir/f', textOf('a')] as const],
    ...(f === undefined ? [] : [['f', textOf(f)] as const]),
    ...(home === undefined ? [] : [['~/.kube/config', textOf(home)] as const]),
  ]);
  const whole = /\bkubectl /.test(line) ? line : `kubectl config ${line} --kubeconfig=f`;
  const command = { line: whole, files, namespace: 'default' };
  const ran = runKubectl(start, command, { ...kubectlTexts, release: 'v1.36.3' }, '2026-01-01T00:00:00Z');
  if (unplayed !== undefined) {
    expect(ran.unplayed).toEqual(unplayed);
    return;
  }
  const base = texts[f ?? home ?? '']?.raw ?? [''];
  const [at, count, ...lines] = written ?? [0, 0];
  const changed = file === undefined ? [] : [[file, base.toSpliced(at, count, ...lines).join('\n')]];
  expect([ran.stdout, ran.stderr, ran.exitCode, [...ran.written], ran.unplayed]).toEqual([
    ...[out, err, code, changed, undefined],
  ]);
});

interface ClientCases {
  readonly texts: readonly string[];
  /** A line with its files, by the places of their texts, and what it prints on stderr with its exit code, or why it is not played. */
  readonly cases: readonly (readonly [
    line: string,
    files: Readonly<Record<string, number>>,
    said: string | Unplayed,
    code?: number,
  ])[];
}

/**
 * What kubectl v1.36.3 itself said with kubeconfigs of each way to sign in, each flag about them, and several files; the server
 * had no Pods. `http://c` stands for its address.
 */
const clients: ClientCases = JSON.parse(
  readFileSync(new URL('./kubeconfig-clients.cases.json', import.meta.url), 'utf8'),
);

it.each(clients.cases.map((each) => [each[0], each] as const))('%s', (line, [, places, said, code]) => {
  const texts = Object.entries(places).map(([name, place]) => [name, clients.texts[place] ?? ''] as const);
  const files = new Map([...texts, ['ca', 'A'], ['cc', 'C'], ['ck', 'K']]);
  const command = { line, files, namespace: 'default' };
  const ran = runKubectl(start, command, { ...kubectlTexts, release: 'v1.36.3' }, '2026-01-01T00:00:00Z');
  if (typeof said === 'string') expect([ran.stderr, ran.exitCode, ran.unplayed]).toEqual([said, code, undefined]);
  else expect(ran.unplayed).toEqual(said);
});
