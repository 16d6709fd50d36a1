import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadUncheckedTypes } from '@managed-fields/kubernetes-types';
import {
  countObject,
  type JsonObject,
  judgeObject,
  judgeSurvey,
  type ReadObject,
  repairOf,
  sourceReader,
} from '@managed-fields/survey';
import { faultOf, judgeFiles, recordingsOf } from '../../conformance/survey/recordings.ts';
import { readArguments } from '../arguments.ts';

const { values } = readArguments({
  name: 'npx tsx tools/survey/found-repairs.ts',
  about: `Makes the objects of recorded faults anew on a server without controllers, with their managedFields, and sends what repairOf
makes of their findings, by the very commands that it writes. It writes the object before and after into
recorded/found-repairs. Objects of custom kinds and those that the server does not take are left out.`,
  options: {
    server: { type: 'string', value: 'URL', required: true, about: 'the address of a server without controllers' },
    token: { type: 'string', value: 'TOKEN', about: 'a bearer token, where the server wants one' },
    kubectl: { type: 'string', value: 'PROGRAM', default: 'kubectl', about: 'the kubectl that runs commands' },
  },
});

const out = fileURLToPath(new URL('../../conformance/survey/recorded/found-repairs/', import.meta.url));
const login = [
  `--server=${values.server}`,
  '--insecure-skip-tls-verify',
  ...(values.token === undefined ? [] : [`--token=${values.token}`]),
];
const catalog = await loadUncheckedTypes();
const namespace = 'found-repairs';

/** Runs kubectl; undefined where it fails. */
function kubectl(args: readonly string[], input?: string): string | undefined {
  const { status, stdout, stderr } = spawnSync(values.kubectl, [...login, ...args], { encoding: 'utf8', input });
  if (status !== 0) console.log(`kubectl ${args.join(' ').slice(0, 120)}: ${stderr.trim().slice(0, 300)}`);
  return status === 0 ? stdout : undefined;
}

/** Runs a command of a repair with the program and the server of these flags, in a shell. */
function inShell(command: string): string | undefined {
  const own = `kubectl() { ${JSON.stringify(values.kubectl)} ${login.map((word) => `'${word}'`).join(' ')} "$@"; }`;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', `set -eu\n${own}\n${command}`], { encoding: 'utf8' });
  if (status !== 0) console.log(stderr.trim().slice(0, 300));
  return status === 0 ? stdout : undefined;
}

function readOf(text: string): ReadObject | undefined {
  const reader = sourceReader('');
  const [part] = [...reader.push(new TextEncoder().encode(text)), ...reader.end()];
  return part?.kind === 'object' ? part : undefined;
}

kubectl(['create', 'namespace', namespace]);
mkdirSync(out, { recursive: true });
for (const [name, files] of recordingsOf('faults')) {
  const { rule } = faultOf(name);
  const options = { catalog, ...(name === 'manager-not-seen' ? { notSeenDays: 1 / 86_400 } : {}) };
  for (const { row, read, findings } of judgeFiles(files.slice(-1), options)) {
    if (!findings.some((finding) => finding.rule === rule) || row.namespace === '') continue;
    const { status: _, ...object } = read.value;
    const {
      managedFields = [],
      uid: _uid,
      resourceVersion: _version,
      creationTimestamp: _time,
      generation: _generation,
      ...metadata
    } = object['metadata'] as JsonObject;
    const made = { ...object, metadata: { ...metadata, namespace } };
    const type = `${row.kind.toLowerCase()}`;
    if (kubectl(['create', '-f', '-'], JSON.stringify(made)) === undefined) continue;
    const patch = JSON.stringify([{ op: 'replace', path: '/metadata/managedFields', value: managedFields }]);
    const set = kubectl(['patch', type, row.name, '-n', namespace, '--type=json', '-p', patch]);
    const get = () => kubectl(['get', type, row.name, '-n', namespace, '-o', 'json', '--show-managed-fields']);
    const before = set === undefined ? undefined : get();
    const again = before === undefined ? undefined : readOf(before);
    if (before !== undefined && again !== undefined) {
      const counted = countObject(again, 0);
      const judged = judgeObject(again, counted, options);
      const finding =
        judged.findings.find((each) => each.rule === rule) ??
        [...judgeSurvey([counted.row], judged.facts, options, () => again).values()]
          .flat()
          .find((each) => each.rule === rule) ??
        // An autoscaler, or the time of a write, is not there any more.
        findings.find((each) => each.rule === rule);
      const repair = finding === undefined ? undefined : repairOf(finding, counted.row, again.text);
      if (repair !== undefined && inShell(repair.command) !== undefined) {
        const recorded = {
          rule,
          kind: repair.kind,
          finding,
          command: repair.command,
          before: JSON.parse(before),
          after: JSON.parse(get() ?? 'null'),
        };
        const file = `${name}-${type}-${row.name}.json`;
        writeFileSync(out + file, `${JSON.stringify(recorded, null, 2)}\n`);
        console.log(`recorded ${file}`);
      }
    }
    kubectl(['patch', type, row.name, '-n', namespace, '--type=merge', '-p', '{"metadata":{"finalizers":null}}']);
    kubectl(['delete', type, row.name, '-n', namespace, '--wait=false']);
  }
}
