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
recorded/found-repairs. Where admission wrote, what it goes by is made before. Objects of custom kinds and those that the server does not take are left out.`,
  options: {
    server: { type: 'string', value: 'URL', required: true, about: 'the address of a server without controllers' },
    only: { type: 'string', value: 'RULE', about: 'the findings of one rule alone' },
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

/** An object as it is made anew, without what a server gave it. */
function withoutGiven(value: JsonObject): JsonObject {
  const { status: _, ...object } = value;
  const {
    managedFields: _fields,
    uid: _uid,
    resourceVersion: _version,
    creationTimestamp: _time,
    generation: _generation,
    ...metadata
  } = object['metadata'] as JsonObject;
  return { ...object, metadata };
}

/** Makes what admission goes by, and waits until it is in force. Returns it as the server has it. */
function madeAround(steps: readonly { readonly text: string }[]): readonly string[] {
  const objects = steps.flatMap(({ text }) => {
    const read = readOf(text);
    return read === undefined ? [] : [withoutGiven(read.value)];
  });
  for (const object of objects.sort((a, b) => Number(b['kind'] === 'Namespace') - Number(a['kind'] === 'Namespace'))) {
    const { namespace: own = '' } = object['metadata'] as { readonly namespace?: string };
    if (own !== '') kubectl(['create', 'namespace', own]);
    kubectl(['apply', '-f', '-'], JSON.stringify(object));
    if (own !== '') kubectl(['create', 'serviceaccount', 'default', '-n', own]);
  }
  if (objects.length > 0) spawnSync('sleep', ['5']);
  return steps.map(({ text }) => text);
}

kubectl(['create', 'namespace', namespace]);
mkdirSync(out, { recursive: true });
for (const [name, files] of recordingsOf('faults')) {
  const { rule } = faultOf(name);
  if (values.only !== undefined && values.only !== rule) continue;
  const options = { catalog, ...(name === 'manager-not-seen' ? { notSeenDays: 1 / 86_400 } : {}) };
  const ofAdmission = rule.endsWith('-by-admission');
  for (const { row, read, findings, around } of judgeFiles(files.slice(-1), options)) {
    if (!findings.some((finding) => finding.rule === rule) || row.namespace === '') continue;
    const steps = ofAdmission ? around() : [];
    const beside = madeAround(steps);
    const within = ofAdmission ? row.namespace : namespace;
    const { managedFields = [] } = read.value['metadata'] as JsonObject;
    const object = withoutGiven(read.value);
    const made = { ...object, metadata: { ...(object['metadata'] as JsonObject), namespace: within } };
    const type = `${row.kind.toLowerCase()}`;
    if (kubectl(['create', '-f', '-'], JSON.stringify(made)) === undefined) continue;
    const patch = JSON.stringify([{ op: 'replace', path: '/metadata/managedFields', value: managedFields }]);
    const set = kubectl(['patch', type, row.name, '-n', within, '--type=json', '-p', patch]);
    const get = () => kubectl(['get', type, row.name, '-n', within, '-o', 'json', '--show-managed-fields']);
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
      const repair = finding === undefined ? undefined : repairOf(finding, counted.row, again.text, steps);
      if (repair !== undefined && inShell(repair.command) !== undefined) {
        const recorded = {
          rule,
          kind: repair.kind,
          finding,
          command: repair.command,
          ...(beside.length === 0 ? {} : { around: beside }),
          before: JSON.parse(before),
          after: JSON.parse(get() ?? 'null'),
        };
        const file = `${name}-${type}-${row.name}.json`;
        writeFileSync(out + file, `${JSON.stringify(recorded, null, 2)}\n`);
        console.log(`recorded ${file}`);
      }
    }
    kubectl(['patch', type, row.name, '-n', within, '--type=merge', '-p', '{"metadata":{"finalizers":null}}']);
    kubectl(['delete', type, row.name, '-n', within, '--wait=false']);
  }
}
