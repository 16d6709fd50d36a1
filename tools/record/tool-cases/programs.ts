import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatJson, mapOf, type Value, type ValueMap } from '@managed-fields/merge-engine';
import type { ToolRun } from './case.ts';

/** Where a tool finds the server: through the proxy, and past it for what is not recorded. */
export interface Addresses {
  readonly server: string;
  readonly direct: string;
  readonly token: string;
}

/** How a run of a tool ended. */
export interface Ended {
  /** The tool's own words, where it failed. */
  readonly error: string | null;
  /** What it says of single objects, or prints. */
  readonly results: Value | undefined;
  /** What the tool keeps outside of the cluster until its next run, where it keeps anything. */
  readonly state: string;
}

/** The Go programs by the folders of their sources, and what their files are called, which their entries show. */
const fileNames: Readonly<Record<string, string>> = {
  helm3: 'helm',
  helm4: 'helm',
  argocd: 'argocd-application-controller',
  flux: 'kustomize-controller',
  'controller-runtime': 'manager',
  pulumi: 'pulumi-resource-kubernetes',
  'flux-helm': 'helm-controller',
  crossplane: 'crossplane-kubernetes-provider',
  capi: 'manager',
};

/** What says that a program is built within a copy of another module: its file `module.json`. */
interface CopiedModule {
  /** `github.com/hashicorp/terraform@v1.13.3` */
  readonly module: string;
  /** Folders of the module that are left out of the copy. */
  readonly remove?: readonly string[];
  /** Files that become a part of the module, by their names here. */
  readonly add?: Readonly<Record<string, string>>;
  /** Other modules that are copied into folders of it, where its go.mod looks for them. */
  readonly within?: Readonly<Record<string, string>>;
  /** What is written otherwise in files of the module, for the Go that is here. */
  readonly respell?: readonly { readonly files: readonly string[]; readonly from: string; readonly to: string }[];
  /** Functions of the module that are not exported, and become a file of the program. */
  readonly take?: {
    readonly from: string;
    readonly functions: readonly string[];
    readonly imports: readonly string[];
  };
  /** The environment in which it is built. */
  readonly env?: Readonly<Record<string, string>>;
  /** What its go.mod, and those of the modules within it, are told by `go mod edit`. */
  readonly edit: readonly string[];
  readonly ldflags: string;
}

const built = join(tmpdir(), 'managed-fields-tool-programs');

/** Returns the file of a Go program, which is built where there is none of its source yet. */
export function programOf(folder: string): string {
  const source = fileURLToPath(new URL(`../tool-programs/${folder}/`, import.meta.url));
  const isCopied = existsSync(join(source, 'module.json'));
  const texts = readdirSync(source)
    .toSorted()
    .map((file) => readFileSync(join(source, file)));
  const stamp = createHash('sha256').update(Buffer.concat(texts)).digest('hex').slice(0, 12);
  const target = join(built, `${folder}-${stamp}`, fileNames[folder] ?? folder);
  if (existsSync(target)) return target;
  console.log(`building ${folder}`);
  if (isCopied) buildInCopy(source, target);
  else go(['build', '-p', '2', '-o', target, '.'], source);
  return target;
}

/** Builds a program as a package of another module, of which a copy is made: its internal packages can be used there. */
function buildInCopy(source: string, target: string): void {
  const {
    module,
    remove = [],
    add = {},
    within = {},
    respell = [],
    take,
    env = {},
    edit,
    ldflags,
  }: CopiedModule = JSON.parse(readFileSync(join(source, 'module.json'), 'utf8'));
  const copy = mkdtempSync(join(tmpdir(), 'copied-module-'));
  copyModule(module, copy);
  for (const [folder, other] of Object.entries(within)) {
    copyModule(other, join(copy, folder));
    go(['mod', 'edit', ...edit], join(copy, folder));
  }
  mkdirSync(join(copy, 'recorder'));
  copyFileSync(join(source, 'main.go'), join(copy, 'recorder/main.go'));
  for (const folder of remove) rmSync(join(copy, folder), { recursive: true });
  for (const [file, place] of Object.entries(add)) {
    mkdirSync(dirname(join(copy, place)), { recursive: true });
    copyFileSync(join(source, file), join(copy, place));
  }
  for (const { files, from, to } of respell) {
    for (const file of files.map((each) => join(copy, each))) {
      writeFileSync(file, readFileSync(file, 'utf8').replace(new RegExp(from, 'g'), to));
    }
  }
  if (take !== undefined) {
    const functions = functionsIn(readFileSync(join(copy, take.from), 'utf8'), take.functions);
    const imports = take.imports.map((each) => `import ${each}`);
    writeFileSync(join(copy, 'recorder/taken.go'), ['package main', ...imports, ...functions].join('\n'));
  }
  if (edit.length > 0) go(['mod', 'edit', ...edit], copy);
  go(['build', '-mod=mod', '-p', '2', '-ldflags', ldflags, '-o', target, './recorder'], copy, env);
  rmSync(copy, { recursive: true, force: true });
}

/** Copies a module of the proxy into a folder. One for a newer Go is downloaded too, though go says that it is an error. */
function copyModule(module: string, folder: string): void {
  const { stdout, stderr } = spawnSync('go', ['mod', 'download', '-json', module], { cwd: tmpdir(), encoding: 'utf8' });
  const { Zip: zip }: { readonly Zip?: string } = JSON.parse(stdout);
  if (zip === undefined) throw new Error(`go mod download of ${module} failed: ${stdout}${stderr}`);
  const unpacked = mkdtempSync(join(tmpdir(), 'module-'));
  spawnSync('unzip', ['-q', zip, '-d', unpacked]);
  mkdirSync(folder, { recursive: true });
  spawnSync('cp', ['-r', `${join(unpacked, module)}/.`, folder]);
  rmSync(unpacked, { recursive: true, force: true });
}

/** Some functions of a Go file that is formatted as gofmt does. */
function functionsIn(text: string, names: readonly string[]): readonly string[] {
  return names.map((name) => {
    const begin = text.indexOf(`\nfunc ${name}(`);
    const end = text.indexOf('\n}\n', begin);
    if (begin < 0 || end < 0) throw new Error(`there is no function ${name}`);
    return text.slice(begin, end + 3);
  });
}

/** Runs go, and returns what it prints. A build is long and nobody waits for it alone. */
function go(args: readonly string[], folder: string, env: Readonly<Record<string, string>> = {}): string {
  const { status, stdout, stderr } = spawnSync('nice', ['-n', '15', 'go', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(`go ${args[0]} of ${folder} failed: ${stderr}`);
  return stdout;
}

/** What a run of a tool knows of earlier ones: objects that it has to forget, and what it kept outside of the cluster. */
export interface Earlier {
  readonly stale: readonly ValueMap[];
  readonly state: string;
}

/** Runs a tool once in a namespace. */
export async function runTool(
  run: ToolRun,
  namespace: string,
  { stale, state }: Earlier,
  addresses: Addresses,
  kubectl: string,
): Promise<Ended> {
  if (run.tool === 'kubectl' || run.tool === 'kubectl-client-side') return runApply(run, namespace, addresses, kubectl);
  const folder = run.tool === 'helm' ? (run.version.startsWith('v3') ? 'helm3' : 'helm4') : run.tool;
  const input = mapOf({
    ...addresses,
    namespace,
    options: mapOf(run.options),
    manifests: run.manifests,
    stale,
    state,
  });
  const { stdout, stderr } = await ranProgram(programOf(folder), [], formatJson(input), {});
  const said = parsed(stdout, `${folder} said ${stdout}${stderr}`);
  const results = said.results === undefined ? undefined : listOf(said.results);
  return { error: said.error, results, state: said.state ?? '' };
}

interface Said {
  readonly error: string | null;
  readonly state?: string;
  readonly results?: readonly Readonly<Record<string, string>>[];
}

function parsed(text: string, complaint: string): Said {
  try {
    return JSON.parse(text) as Said;
  } catch {
    throw new Error(complaint);
  }
}

function listOf(results: readonly Readonly<Record<string, string>>[]): Value {
  return results.map((each) => mapOf(each));
}

/** Runs `kubectl apply` with options by the names of its flags; the flag server-side comes of the tool's name. */
async function runApply(run: ToolRun, namespace: string, addresses: Addresses, kubectl: string): Promise<Ended> {
  const { namespace: named = namespace, applyset, ...others } = run.options;
  const flags = Object.entries(others).map(([name, value]) => `--${name}=${value}`);
  const args = [
    'apply',
    ...(run.tool === 'kubectl' ? ['--server-side'] : []),
    ...(applyset === undefined ? [] : [`--applyset=${applyset}`]),
    ...flags,
    `--namespace=${named}`,
    '-f',
    '-',
  ];
  const env: Record<string, string> = applyset === undefined ? {} : { KUBECTL_APPLYSET: 'true' };
  const { stdout, stderr, code } = await ranProgram(
    kubectl,
    [...args, `--server=${addresses.server}`],
    run.manifests,
    env,
  );
  const results = mapOf({ stdout, stderr, exitCode: BigInt(code) });
  return { error: code === 0 ? null : stderr, results, state: '' };
}

/** Runs a line of words as kubectl in a namespace; throws with its words where it fails. */
export async function runKubectl(
  line: string,
  input: string | undefined,
  namespace: string,
  addresses: Addresses,
  kubectl: string,
): Promise<void> {
  const connected = `--server=${addresses.direct} --token=${addresses.token} --insecure-skip-tls-verify --namespace=${namespace}`;
  const [verb = '', ...rest] = line.split(' ');
  const script = `exec "$0" ${verb} ${connected} ${rest.join(' ')}`;
  const { stderr, code } = await ranProgram('sh', ['-c', script, kubectl], input ?? '', {});
  if (code !== 0) throw new Error(`kubectl ${line} failed: ${stderr}`);
}

interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** Runs a program in a home of its own, so that nothing of an earlier run is left in caches. */
async function ranProgram(program: string, args: string[], input: string, env: Record<string, string>): Promise<Ran> {
  mkdirSync(built, { recursive: true });
  const home = mkdtempSync(join(built, 'home-'));
  const child = spawn(program, args, {
    cwd: home,
    env: { PATH: process.env['PATH'] ?? '', HOME: home, KUBECONFIG: join(home, 'none'), TZ: 'UTC', ...env },
  });
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const code = await new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (ended) => resolve(ended ?? 1));
  });
  rmSync(home, { recursive: true, force: true });
  return { stdout: Buffer.concat(out).toString('utf8'), stderr: Buffer.concat(err).toString('utf8'), code };
}
