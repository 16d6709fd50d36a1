import { emptyCluster } from '@managed-fields/api-server/whole';
import { type RanLine, runKubectl } from '@managed-fields/kubectl/whole';
import { kubectlTexts } from '@managed-fields/source';
import { describe, expect, it } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';

const start = emptyCluster(await loadCatalog());
const map = (name: string, value = '1') =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  a: "${value}"\n`;

const files = new Map([
  ['a.yaml', map('a')],
  ['b.yaml', map('b')],
]);

function play(line: string, given: { readonly stdin?: string; readonly edited?: string } = {}): RanLine {
  const { stdin, edited } = given;
  const command = { line, files, namespace: 'default', ...(stdin === undefined ? {} : { stdin }) };
  const host = { ...kubectlTexts, release: 'v1.36.3', edit: () => edited };
  return runKubectl(start, command, host, '2026-01-01T00:00:00Z');
}

const get = 'kubectl get cm a -o name';

describe('runKubectl', () => {
  it.each<readonly [line: string, stdout: string, stderr: string, exitCode: number]>([
    [`kubectl apply -f - <<EOF\n${map('a')}EOF\n`, 'configmap/a created\n', '', 0],
    [`kubectl apply -f - <<'EOF' && ${get}\n${map('a')}EOF`, 'configmap/a created\nconfigmap/a\n', '', 0],
    [`cat <<-EOF | kubectl apply -f -\n\t${map('a').replaceAll('\n', '\n\t')}EOF`, 'configmap/a created\n', '', 0],
    [
      `kubectl apply -f - <<<'{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}'`,
      'configmap/a created\n',
      '',
      0,
    ],
    ['kubectl apply -f - < b.yaml', 'configmap/b created\n', '', 0],
    ['cat a.yaml | kubectl apply -f -', 'configmap/a created\n', '', 0],
    ['cat a.yaml | kubectl apply -f /dev/stdin', 'configmap/a created\n', '', 0],
    [
      `echo '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}' | kubectl create -f -`,
      'configmap/a created\n',
      '',
      0,
    ],
    [
      `printf 'apiVersion: v1\\nkind: %s\\nmetadata: {name: a}\\n' ConfigMap | kubectl create -f -`,
      'configmap/a created\n',
      '',
      0,
    ],
    [
      `kubectl create -f a.yaml --dry-run=client -o yaml | kubectl apply -f - && ${get}`,
      'configmap/a created\nconfigmap/a\n',
      '',
      0,
    ],
    [
      `kubectl create -f a.yaml --dry-run=client -o yaml > c.yaml; kubectl apply -f c.yaml`,
      'configmap/a created\n',
      '',
      0,
    ],
    [`kubectl create -f a.yaml > /dev/null\n${get}`, 'configmap/a\n', '', 0],
    ['kubectl get cm x 2> log; cat log', 'Error from server (NotFound): configmaps "x" not found\n', '', 0],
    ['kubectl get cm x 2>&1 | cat', 'Error from server (NotFound): configmaps "x" not found\n', '', 0],
    [
      'kubectl get cm x || kubectl create -f a.yaml',
      'configmap/a created\n',
      'Error from server (NotFound): configmaps "x" not found\n',
      0,
    ],
    ['kubectl get cm x && kubectl create -f a.yaml', '', 'Error from server (NotFound): configmaps "x" not found\n', 1],
    [
      'kubectl get cm x; kubectl create -f a.yaml',
      'configmap/a created\n',
      'Error from server (NotFound): configmaps "x" not found\n',
      0,
    ],
    ['kubectl create -f a.yaml # and no more\n# comment', 'configmap/a created\n', '', 0],
    ['kubectl apply -f - < c.yaml', '', 'sh: 1: cannot open c.yaml: No such file\n', 2],
    [
      'cat c.yaml | kubectl apply -f -',
      '',
      'cat: c.yaml: No such file or directory\nerror: no objects passed to apply\n',
      1,
    ],
    ['kubectl apply -f -', '', 'error: no objects passed to apply\n', 1],
    [`kubectl apply -f 'a.yaml`, '', 'sh: 1: Syntax error: Unterminated quoted string\n', 2],
    ['kubectl apply |', '', 'sh: 1: Syntax error: end of file unexpected\n', 2],
    ['kubectl apply >\n', '', 'sh: 1: Syntax error: newline unexpected\n', 2],
    ['kubectl apply\n\n| cat', '', 'sh: 3: Syntax error: "|" unexpected\n', 2],
  ])('%j', (line, stdout, stderr, exitCode) => {
    const ran = play(line);
    expect([ran.stdout, ran.stderr, ran.exitCode]).toEqual([stdout, stderr, exitCode]);
    expect(ran.unplayed).toBeUndefined();
  });

  it.each([
    ['kubectl create -f a.yaml | sed s/a/b/', { kind: 'program', program: 'sed' }],
    ['kubectl create -f a.yaml && helm install x', { kind: 'program', program: 'helm' }],
    ['kubectl create -f a.yaml | cat -n', { kind: 'program', program: 'cat -n' }],
    ['printf %x 3; kubectl create -f a.yaml', { kind: 'program', program: 'printf %x' }],
    ['kubectl create -f a.yaml; A=1', { kind: 'no-program' }],
    ['kubectl create -f a.yaml -o name | xargs -0 kubectl get', { kind: 'program', program: 'xargs -0' }],
    ['kubectl create -f a.yaml -o name | xargs rm', { kind: 'program', program: 'xargs rm' }],
    ['kubectl create -f $(ls)', { kind: 'syntax', syntax: '$(…)' }],
    ['kubectl create -f a.yaml & kubectl get cm', { kind: 'syntax', syntax: '&' }],
  ])('runs nothing of %j and prints nothing', (line, unplayed) => {
    const ran = play(line);
    expect(ran.unplayed).toEqual(unplayed);
    expect([ran.stdout, ran.stderr, ran.requests.length, ran.cluster === start]).toEqual(['', '', 0, true]);
  });

  const odd = (key: string) => ({ kind: 'kustomize-odd-key', key });
  const panic = { kind: 'kustomize-panic' };
  const lists = Array.from({ length: 9 }, (_, index) => `l${index + 1}: &l${index + 1} [${`*l${index},`.repeat(9)}]\n`);

  it.each<readonly [about: string, kustomization: string, resource: string, unplayed: unknown]>([
    ['a number as a key', '', `${map('a')}  8080: x\n`, odd('8080')],
    ['a template of Helm', '', `${map('a')}  b: {{ .Values.x }}\n`, odd('{ .Values.x }')],
    ['a label that is no text', 'commonLabels: {"true": x}\n', map('a'), odd('true')],
    ['a literal that is no text', 'configMapGenerator: [{name: b, literals: ["80=x"]}]\n', map('a'), odd('80')],
    [
      'a key of a patch',
      "patches: [{patch: '{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {1: x}}'}]\n",
      map('a'),
      odd('1'),
    ],
    [
      'one name for two',
      `patches: [{target: {kind: ConfigMap}, patch: '[{"op":"replace","path":"/metadata/name","value":"z"}]'}]\n`,
      `${map('a')}---\n${map('b')}`,
      panic,
    ],
    [
      'an image that is no pattern',
      'images: [{name: "[", newTag: x}]\n',
      'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a, image: b}]}\n',
      panic,
    ],
    [
      'fields that hold themselves',
      `replacements:\n${Array.from(
        { length: 20 },
        (_, index) =>
          `- {source: {kind: ConfigMap, fieldPath: data}, targets: [{select: {kind: ConfigMap}, fieldPaths: [data.k${index}], options: {create: true}}]}\n`,
      ).join('')}`,
      map('a'),
      { kind: 'too-much' },
    ],
    ['lists of lists', '', `${map('a')}l0: &l0 [x]\n${lists.join('')}`, { kind: 'too-much' }],
  ])('kustomize does not print %s', (_about, kustomization, resource, unplayed) => {
    const own = new Map([
      ['o/kustomization.yaml', `resources: [r.yaml]\n${kustomization}`],
      ['o/r.yaml', resource],
    ]);
    const host = { ...kubectlTexts, release: 'v1.36.3' };
    const command = { line: 'kubectl kustomize o', files: own, namespace: 'default' };
    const ran = runKubectl(start, command, host, '2026-01-01T00:00:00Z');
    expect([ran.unplayed, ran.stdout]).toEqual([unplayed, '']);
  });

  it('kustomize does not build bases that double at each of forty levels', () => {
    const levels = Array.from({ length: 40 }, (_, level) =>
      ['a', 'b'].map((side): readonly [string, string] => {
        const below = level === 0 ? '../r.yaml' : `../a${level - 1}, ../b${level - 1}`;
        return [`k/${side}${level}/kustomization.yaml`, `resources: [${below}]\nnamePrefix: ${side}${level}-\n`];
      }),
    ).flat();
    const files = new Map([...levels, ['k/r.yaml', map('a')]]);
    const command = {
      line: 'kubectl kustomize k/a39 --load-restrictor LoadRestrictionsNone',
      files,
      namespace: 'default',
    };
    const ran = runKubectl(start, command, { ...kubectlTexts, release: 'v1.36.3' }, '2026-01-01T00:00:00Z');
    expect([ran.unplayed, ran.stdout, ran.stderr]).toEqual([{ kind: 'too-much' }, '', '']);
  });

  it.each([
    ['kubectl apply -f x.yaml', ['x.yaml']],
    ['kubectl apply -f x.yaml -f ./y.yaml,a.yaml', ['x.yaml', './y.yaml']],
    ['kubectl apply -f -', ['-']],
    ['kubectl apply -f /dev/stdin', ['-']],
    ['cat x.yaml - | kubectl apply -f -', ['x.yaml', '-']],
    ['xargs kubectl get cm', ['-']],
    ['xargs kubectl create -f x.yaml', ['x.yaml', '-']],
    ['kubectl apply -f - < x.yaml', ['x.yaml']],
    ['kubectl patch cm a --patch-file p.yaml', ['p.yaml']],
    ['kubectl set env deploy/x -', ['-']],
    ['kubectl apply -f a.yaml', []],
    ['kubectl get cm a -o yaml > x.yaml', []],
  ])('%j lacks %j', (line, missing) => {
    expect(play(line).missing).toEqual(missing);
  });

  it('gives the standard input to the first command that reads it, and keeps what redirections write', () => {
    const ran = play('cat > x.yaml && cat', { stdin: 'read once' });
    expect([ran.stdout, [...ran.written]]).toEqual(['', [['x.yaml', 'read once']]]);
    expect(play('echo a >> a.yaml; cat a.yaml').stdout).toBe(`${map('a')}a\n`);
  });

  it.each([
    [0, '', 0],
    [1, '', 1],
    [3, 'error: failed to run "./diff.sh": exit status 3\n', 2],
  ])('ends as kubectl v1.36.3 does where its diff program ends with %s', (ends, stderr, exitCode) => {
    const host = { ...kubectlTexts, release: 'v1.36.3', diff: () => ({ stdout: '2\n', stderr: '', exitCode: ends }) };
    const line = "KUBECTL_EXTERNAL_DIFF='./diff.sh -x' kubectl diff -f a.yaml";
    const ran = runKubectl(start, { line, files, namespace: 'default' }, host, '2026-01-01T00:00:00Z');
    expect([ran.stdout, ran.stderr, ran.exitCode]).toEqual(['2\n', stderr, exitCode]);
  });

  it('has the files of the reference, which its page describes', () => {
    const url = 'https://k8s.io/examples/application/ssa/nginx-deployment';
    const path =
      '{.metadata.labels.app} {.spec.selector} {.spec.template.metadata.labels.app} {..image} {.spec.replicas} {..manager}';
    const shown = `kubectl get deploy nginx-deployment -o jsonpath='${path}' --show-managed-fields`;
    const apply = 'kubectl apply --server-side -f';
    const whole = 'nginx {"matchLabels":{"app":"nginx"}} nginx nginx:1.14.2 3';
    const first = `${apply} ${url}.yaml`;
    const second = `${apply} ${url}-replicas-only.yaml --field-manager=handover-to-hpa`;
    const third = `${apply} ${url}-no-replicas.yaml`;
    const done = 'deployment.apps/nginx-deployment serverside-applied\n';
    expect(play(`${first}; ${shown}`).stdout).toBe(`${done}${whole} kubectl`);
    expect(play(`${first}; ${second}; ${shown}`).stdout).toBe(`${done}${done}${whole} handover-to-hpa kubectl`);
    const handed = play(`${first}; ${second}; ${third}; ${shown}`);
    expect(handed.stdout).toBe(`${done}${done}${done}${whole} handover-to-hpa kubectl`);
    expect(play(`${third}; ${shown}`).stdout).toBe(`${done}${whole.replace('3', '1')} kubectl`);
  });

  it('keeps what each command printed, in order', () => {
    const { outputs } = play(`kubectl create -f a.yaml; ${get}x; ${get}`);
    expect(outputs.map(({ stdout, exitCode }) => [stdout, exitCode])).toEqual([
      ['configmap/a created\n', 0],
      ['', 1],
      ['configmap/a\n', 0],
    ]);
  });

  it('names the variables, which stay as they are written', () => {
    const ran = play(`echo "$A \${B}" '$C' | cat`);
    expect([ran.stdout, ran.variables]).toEqual([`$A \${B} $C\n`, ['$A', `\${B}`]]);
  });

  describe('edit', () => {
    const create = 'kubectl create -f a.yaml > /dev/null; ';
    const header = '# Please edit the object below.';

    it('opens a text that stays where nobody edits it', () => {
      const ran = play(`${create}kubectl edit cm a`);
      expect([ran.stderr, ran.exitCode]).toEqual(['Edit cancelled, no changes made.\n', 0]);
      expect(ran.opened).toContain(header);
      expect(ran.opened).toContain('apiVersion: v1\ndata:\n  a: "1"\nkind: ConfigMap\n');
      expect(play(`${create}kubectl edit cm a`, { edited: ran.opened ?? '' }).stderr).toBe(
        'Edit cancelled, no changes made.\n',
      );
      const changed = ran.opened?.replace('"1"', '"2"') ?? '';
      expect(play(`${create}kubectl edit cm a`, { edited: changed }).stdout).toBe('configmap/a edited\n');
    });

    it('opens last-applied, and JSON without a header', () => {
      const apply = 'kubectl apply -f a.yaml > /dev/null; ';
      expect(play(`${apply}kubectl apply edit-last-applied cm a`).opened).toContain("'last-applied-configuration'");
      expect(play(`${create}kubectl edit cm a -o json`).opened).toMatch(/^\{\n {4}"apiVersion"/);
      expect(play(get).opened).toBeUndefined();
      expect(play(`${create}kubectl edit cm a; ${get}`).opened).toContain(header);
    });

    it('does not play an editor that the line names, unless the text after editing is there', () => {
      const line = `${create}KUBE_EDITOR='sed -i s/1/2/' kubectl edit cm a`;
      const ran = play(line);
      expect([ran.unplayed, ran.stderr]).toEqual([{ kind: 'editor', editor: 'sed -i s/1/2/' }, '']);
      expect(ran.opened).toContain(header);
      const edited = ran.opened?.replace('"1"', '"2"') ?? '';
      expect(play(line, { edited })).toMatchObject({ stdout: 'configmap/a edited\n', exitCode: 0 });
    });
  });
});
