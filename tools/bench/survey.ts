import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { loadUncheckedTypes } from '@managed-fields/kubernetes-types';
import { isList, isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { printYaml, readDocuments } from '@managed-fields/source';
import '@managed-fields/player/whole';
import { type Json, sourceReader, startSurvey } from '@managed-fields/survey';
import { rolldown } from 'rolldown';
import { median } from '../../conformance/median.ts';

// The library that the figures are measured against.
const require = createRequire(new URL('../../packages/source/package.json', import.meta.url));

const megabyte = 1_000_000;

/** What a process says that timed surveys. */
type Timed = ReturnType<typeof import('./survey-run.ts').timeSurvey>;

/** The program of a process that does one thing and ends. */
const once = `
const [, module, what, path, rounds, beside] = process.argv;
const { timeSurvey, timeParse, memoryOfSurvey } = await import(module);
const run = {
  survey: () => timeSurvey(path, Number(rounds)),
  json: () => timeParse(path, Number(rounds), JSON.parse),
  yaml: async () => timeParse(path, Number(rounds), (await import(beside)).parse),
  memory: () => memoryOfSurvey(path, beside),
};
console.log(JSON.stringify(await run[what]()));`;

/**
 * Times the survey of dumps of 5 and 50 MB, all rules included, against parsing the same text: YAML by `yaml`, JSON by
 * JSON.parse. Both take turns, in processes of their own, by code that is built as the page's worker is; the least of three
 * medians counts. Then the most memory that a survey holds, by the length of the text.
 */
export async function timeSurveys(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const file = join(folder, 'survey.mjs');
    const input = fileURLToPath(new URL('survey-run.ts', import.meta.url));
    const bundle = await rolldown({ input, platform: 'node', logLevel: 'silent' });
    await bundle.write({ file, format: 'es', minify: true, codeSplitting: false });
    await bundle.close();
    const ask = (what: 'survey' | 'json' | 'yaml' | 'memory', path: string, rounds: number, beside: string): string => {
      // The library takes several gigabytes for the large text.
      const options = ['--max-old-space-size=16000', '--expose-gc', '--input-type=module', '-e', once];
      const given = [pathToFileURL(file).href, what, path, String(rounds), beside];
      return execFileSync(process.execPath, [...options, ...given], { encoding: 'utf8' });
    };
    const yaml = pathToFileURL(require.resolve('yaml')).href;
    const warmUp = join(folder, 'warm-up');
    for (const form of ['json', 'yaml'] as const) {
      const dump = form === 'json' ? dumpJson : dumpYaml;
      writeFileSync(warmUp, dump(megabyte / 2));
      const figures = [5, 50].map((size) => {
        const path = join(folder, `${size}.${form}`);
        writeFileSync(path, dump(size * megabyte));
        const [own, other, objects] = [1, 2, 3].reduce<readonly [number, number, number]>(
          (least) => {
            const rounds = size === 5 ? 25 : 5;
            const { times, objects }: Timed = JSON.parse(ask('survey', path, rounds, ''));
            const parsed: number[] = JSON.parse(ask(form, path, form === 'json' ? rounds : 1, yaml));
            return [Math.min(least[0], median(times)), Math.min(least[1], median(parsed)), objects];
          },
          [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0],
        );
        const memory = Number(ask('memory', path, 1, warmUp)) / statSync(path).size;
        return {
          memory,
          text: `${size} MB ${(own / other).toFixed(2)}`,
          detail: `  ${size} MB, ${objects} objects: ${own.toFixed(0)} ms, parsing ${other.toFixed(0)} ms; memory ${memory.toFixed(1)} times the text`,
        };
      });
      const most = Math.max(...figures.map(({ memory }) => memory)).toFixed(1);
      const times = figures.map(({ text }) => text).join(', ');
      console.log(`survey / parse, ${form.toUpperCase()}: ${times}; memory ${most} times the text`);
      for (const { detail } of figures) console.log(detail);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A policy and its binding that label what a rule names, as two items of a list. */
const policyItems = (resources: string) => {
  const head = (kind: string) =>
    `- apiVersion: admissionregistration.k8s.io/v1\n  kind: ${kind}\n  metadata: {name: team}\n`;
  const rule = `{apiGroups: ["*"], apiVersions: ["*"], operations: [CREATE, UPDATE], resources: ["${resources}"]}`;
  const expression = `'Object{metadata: Object.metadata{labels: {"app.kubernetes.io/managed-by": "shop"}}}'`;
  return `${head('MutatingAdmissionPolicy')}  spec:
    matchConstraints: {resourceRules: [${rule}]}
    reinvocationPolicy: Never
    mutations: [{patchType: ApplyConfiguration, applyConfiguration: {expression: ${expression}}}]
${head('MutatingAdmissionPolicyBinding')}  spec: {policyName: team}
`;
};

/**
 * Times the rules that judge all objects of 1 MB together: without anything that admission goes by, and with a policy that is for
 * Deployments or for everything, on whose objects admission is played. They take turns; the median counts.
 */
export async function timeAdmittedSurvey(): Promise<void> {
  const catalog = await loadUncheckedTypes();
  const dump = dumpYaml(megabyte);
  const surveys = ['', 'deployments', '*'].map((resources) => {
    const survey = startSurvey({ catalog });
    const reader = sourceReader('dump');
    const items = `items:\n${resources === '' ? '' : policyItems(resources)}`;
    const text = new TextEncoder().encode(dump.replace('items:\n', () => items));
    for (const part of [...reader.push(text), ...reader.end()]) survey.add(part);
    return { resources, survey, times: [] as number[] };
  });
  for (let turn = 0; turn < 3; turn++) {
    for (const { survey, times } of surveys) {
      const began = performance.now();
      survey.judge();
      times.push(performance.now() - began);
    }
  }
  const [plain = 0, ...others] = surveys.map(({ times }) => median(times));
  const ratios = others.map((each, index) => `${surveys[index + 1]?.resources} ${(each / plain).toFixed(2)}`);
  console.log(`rules of a survey with a policy / without, by what it is for: ${ratios.join(', ')}`);
  for (const { resources, survey, times } of surveys) {
    const found = survey.rows.filter(({ findings }) => findings.some(({ rule }) => rule === 'changed-by-admission'));
    const what = resources === '' ? 'without a policy' : `with one for ${resources}`;
    console.log(
      `  ${what}: ${survey.rows.length} objects, ${median(times).toFixed(0)} ms, values of ${found.length} are changed`,
    );
  }
}

const folder = new URL('../../conformance/survey/recorded/healthy/', import.meta.url);

/** The objects that releases of all tools left on a real server, as they were recorded. */
function recordedObjects(): readonly ValueMap[] {
  const dumps = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  return dumps.flatMap((name) => {
    const list = readDocuments(readFileSync(new URL(name, folder), 'utf8'))[0]?.value;
    const items = isMap(list) ? list.get('items') : undefined;
    return isList(items) ? items.filter(isMap) : [];
  });
}

/**
 * What `kubectl get -o yaml --show-managed-fields` prints of so many bytes: recorded objects again and again, each in a
 * namespace of its own.
 */
function dumpYaml(bytes: number): string {
  const objects = recordedObjects();
  const items: string[] = [];
  let length = 0;
  for (let at = 0; length < bytes; at++) {
    const object = objects[at % objects.length];
    if (object === undefined) throw new Error('nothing is recorded');
    const item = printYaml([renamed(object, `copy-${Math.floor(at / objects.length)}`)]).text;
    items.push(item);
    length += item.length;
  }
  return `apiVersion: v1\nitems:\n${items.join('')}kind: List\nmetadata:\n  resourceVersion: ""\n`;
}

/** The same as `kubectl get -o json` prints it. */
function dumpJson(bytes: number): string {
  const reader = sourceReader('');
  const text = new TextEncoder().encode(dumpYaml(bytes));
  const items: Json[] = [];
  let length = 0;
  for (const part of [...reader.push(text), ...reader.end()]) {
    if (part.kind !== 'object' || length > bytes) continue;
    items.push(part.value);
    length += JSON.stringify(part.value, null, 4).length;
  }
  return `${JSON.stringify({ apiVersion: 'v1', items, kind: 'List', metadata: { resourceVersion: '' } }, null, 4)}\n`;
}

function renamed(object: ValueMap, namespace: string): Value {
  const metadata = object.get('metadata');
  if (!isMap(metadata)) return object;
  return new Map([...object, ['metadata', new Map([...metadata, ['namespace', namespace]])]]);
}
