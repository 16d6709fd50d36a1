import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
}

/** The Go programs by the folders of their sources, and what their files are called, which their entries show. */
const fileNames: Readonly<Record<string, string>> = {
  helm3: 'helm',
  helm4: 'helm',
  argocd: 'argocd-application-controller',
  flux: 'kustomize-controller',
  'controller-runtime': 'manager',
  'flux-helm': 'helm-controller',
};

/**
 * The modules whose internal packages a program calls. Go lets only a module's own packages do that, so such a program is
 * built within a copy of the module, with the go.mod and go.sum of the program's folder in place of the module's.
 */
const modules: Readonly<Record<string, string>> = {
  'flux-helm': 'github.com/fluxcd/helm-controller@v1.6.4',
};

const built = join(tmpdir(), 'managed-fields-tool-programs');

/** Returns the file of a Go program, which is built where there is none of its source yet. */
export function programOf(folder: string): string {
  const source = fileURLToPath(new URL(`../tool-programs/${folder}/`, import.meta.url));
  const texts = ['main.go', 'go.mod', 'go.sum'].map((file) => readFileSync(join(source, file)));
  const stamp = createHash('sha256').update(Buffer.concat(texts)).digest('hex').slice(0, 12);
  const target = join(built, `${folder}-${stamp}`, fileNames[folder] ?? folder);
  if (existsSync(target)) return target;
  console.log(`building ${folder}`);
  // A build is long and nobody waits for it alone.
  const module = modules[folder];
  const cwd = module === undefined ? source : copyOf(module, source, join(built, `${folder}-${stamp}`, 'module'));
  const main = module === undefined ? '.' : `./${within}`;
  run('nice', ['-n', '15', 'go', 'build', '-p', '2', '-o', target, main], cwd);
  return target;
}

/** Where in a copied module the program's own package is. */
const within = 'managed-fields';

/** Copies a module and puts the sources of a program into it. Returns the folder of the copy. */
function copyOf(module: string, source: string, copy: string): string {
  mkdirSync(built, { recursive: true });
  const { Dir: kept } = JSON.parse(run('go', ['mod', 'download', '-json', module], built)) as { Dir: string };
  cpSync(kept, copy, { recursive: true });
  // What Go keeps of modules is not to be written to.
  run('chmod', ['-R', 'u+w', copy], built);
  for (const file of ['go.mod', 'go.sum']) cpSync(join(source, file), join(copy, file));
  mkdirSync(join(copy, within));
  cpSync(join(source, 'main.go'), join(copy, within, 'main.go'));
  return copy;
}

/** Runs a program to its end and returns what it prints; throws with its words where it fails. */
function run(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr}`);
  return stdout;
}

/** Runs a tool once, with objects of the namespace that it has to forget. */
export async function runTool(
  run: ToolRun,
  namespace: string,
  stale: readonly ValueMap[],
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
  });
  const { stdout, stderr } = await ranProgram(programOf(folder), [], formatJson(input), {});
  const said = parsed(stdout, `${folder} said ${stdout}${stderr}`);
  return { error: said.error, results: said.results === undefined ? undefined : listOf(said.results) };
}

interface Said {
  readonly error: string | null;
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
  return { error: code === 0 ? null : stderr, results: mapOf({ stdout, stderr, exitCode: BigInt(code) }) };
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
