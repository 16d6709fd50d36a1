import { pathToFileURL } from 'node:url';
import { type ForecastRow, forecastCsv, forecastReport } from '@managed-fields/forecast';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { answerQuestion, run } from '@managed-fields/player/whole';
import { assignColours, overlay, palette } from '@managed-fields/rendering';
import { type FieldPathText, newScenario, type Scenario } from '@managed-fields/scenario';
import {
  commandsFor,
  findingWords,
  repairOf,
  repairScript,
  sourceReader,
  startSurvey,
  surveyCsv,
  surveyJson,
  surveyMarkdown,
  surveyReport,
} from '@managed-fields/survey';
import { counting } from '@managed-fields/words/messages/en/counting';
import { findings } from '@managed-fields/words/messages/en/findings';
import { forecast as forecastMessages } from '@managed-fields/words/messages/en/forecast';
import { report } from '@managed-fields/words/messages/en/report';
import { objectFileName } from '../../app/src/core/ui/download.ts';
import { dropCommand } from '../../app/src/features/scenario/command/migration-view.tsx';
import { overlaySvg } from '../../app/src/features/scenario/result/overlay-svg.ts';
import { csvOf, markdownOf } from '../../app/src/features/scenario/result/table-rows.ts';
import {
  elementCode,
  frameCode,
  markdownOf as linkOf,
  writtenElementCode,
} from '../../app/src/features/share/forms.ts';
import type { Format } from './readers.ts';

/** One way in which a text that somebody else wrote gets out: into a file, the clipboard or a terminal. */
export interface Writer {
  readonly name: string;
  readonly format: Format;
  /** Whether it is tried with some of the texts alone. */
  readonly takesLong?: true;
  /** Writes the text wherever a foreign one can stand; undefined where the writer refuses it. */
  write(text: string): string | undefined | Promise<string | undefined>;
}

const catalog = await loadKubernetesTypes();

/** A custom object with the text in every place, as a dump has it. */
function objectOf(text: string): object {
  const entry = (operation: string) => ({
    manager: text,
    operation,
    apiVersion: 'example.com/v1',
    subresource: operation === 'Apply' ? '' : text,
    time: text,
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:spec': { [`f:${text}`]: {} }, 'f:metadata': { 'f:annotations': { [`f:${text}`]: {} } } },
  });
  return {
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    metadata: {
      name: text,
      namespace: text,
      annotations: { [text]: text },
      ownerReferences: [{ apiVersion: 'v1', kind: text, name: text, uid: 'u', controller: true }],
      managedFields: [entry('Update'), entry('Apply')],
    },
    spec: { [text]: text },
  };
}

const json = (value: unknown) => JSON.stringify(value);

/** The program, which no module imports: it is run as it is typed. */
const programFile = (name: string) =>
  pathToFileURL(new URL(['..', '..', 'packages', 'cli', 'src', name].join('/'), import.meta.url).pathname).href;
const { run: program }: { run(args: readonly string[], io: unknown): Promise<number> } = await import(
  /* @vite-ignore */ programFile('run.ts')
);
const { fakeIo }: { fakeIo(): object } = await import(/* @vite-ignore */ programFile('fake-io.ts'));

/** What the program prints to both streams, or to one, given files by their names. */
async function printed(
  args: readonly string[],
  files: Readonly<Record<string, string>>,
  only: 'both' | 'stdout' = 'both',
): Promise<string> {
  const written: string[] = [];
  const stream = { isTTY: false, write: (text: string) => void written.push(text) };
  const read = (path: string) => (Object.hasOwn(files, path) ? (files[path] ?? '') : '');
  await program(args, {
    ...fakeIo(),
    stdin: { isTTY: true, read: async () => '', readBytes: async () => new Uint8Array() },
    stdout: stream,
    stderr: only === 'stdout' ? { ...stream, write: () => {} } : stream,
    env: {},
    page: '/page',
    version: () => '1.0.0',
    readFile: async (path: string) => ({ kind: 'text', text: read(path) }),
    readBytes: async (path: string) => ({ kind: 'bytes', bytes: Buffer.from(read(path)) }),
    openFile: async (path: string) => ({
      kind: 'chunks',
      chunks: (async function* () {
        yield Buffer.from(read(path));
      })(),
    }),
    now: () => 0,
    start: (_program: string, _args: unknown, { stderr }: { stderr(text: string): void }) => {
      stderr(`${files['kubectl'] ?? ''}\n`);
      return { ended: Promise.resolve({ kind: 'exited', code: 1 }), end: () => {} };
    },
    isPage: () => true,
    onSignal: () => () => {},
    random: () => 'ab',
  });
  return written.join('');
}

async function forecast(text: string, ...args: readonly string[]): Promise<string | undefined> {
  const live = objectOf(text);
  const spec = { [text]: `${text} and more`, more: text };
  const metadata = { name: text, namespace: text };
  const file = `${text}.yaml`;
  const manifests = [
    { apiVersion: 'example.com/v1', kind: 'Widget', metadata, spec },
    // The server refuses it, in words that name what is wrong.
    { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { [text]: text }, binaryData: { [text]: text } },
    { apiVersion: 'v1', kind: 'Pod', metadata: { ...metadata, annotations: { 'helm.sh/hook': text } } },
  ];
  const left = { ...objectOf(text), kind: text === '' ? 'Other' : text };
  const files = {
    'live.json': json({ apiVersion: 'v1', kind: 'List', items: [live, left] }),
    [file]: `${manifests.map(json).join('\n---\n')}\n---\n{"${text}`,
  };
  const line = ['forecast', '--live', 'live.json', '--apply', file, `--manager=${text}`, '--client-side', ...args];
  const out = await printed(line, files, args.length === 0 ? 'both' : 'stdout');
  return out === '' ? undefined : out;
}

function surveyOf(text: string) {
  const survey = startSurvey();
  const reader = sourceReader(text);
  const parts = [...reader.push(Buffer.from(json(objectOf(text)))), ...reader.end()];
  for (const part of parts) survey.add(part);
  survey.judge();
  return survey;
}

/** What may be typed into a shell of what a survey says. */
function commandsOf(text: string): readonly string[] {
  const survey = surveyOf(text);
  return survey.rows.flatMap((row) => row.findings.flatMap((finding) => commandsFor(finding, row)));
}

function repairsOf(text: string): string {
  const survey = surveyOf(text);
  const repairs = survey.rows.flatMap((row) =>
    row.findings.flatMap((finding) => {
      const own = survey.textOf(row.index);
      return own === undefined ? [] : (repairOf(finding, row, own) ?? []);
    }),
  );
  return repairScript(repairs, [text, `of ${text}`]);
}

/** The forms of a request, as they are copied. */
function requestOf(text: string, form: 'curl' | 'kubectl'): string | undefined {
  const { apiVersion, kind } = { apiVersion: 'v1', kind: 'ConfigMap' };
  const scenario: Scenario = newScenario('', [
    {
      kind: 'merge-patch',
      manager: text.slice(0, 100),
      userAgent: text.slice(0, 100),
      text: json({ data: { [text]: text } }),
      object: { apiVersion, kind, name: text, namespace: text },
    },
  ]);
  const stepId = scenario.steps[0]?.id ?? '';
  const forms = answerQuestion<'request-forms'>(scenario, { kind: 'request-forms', stepId }, { catalog });
  return form === 'curl' ? forms?.curl : forms?.kubectl?.text;
}

/** The command that a notice tells, of a live object that lacks managedFields; undefined where it tells none. */
function noticed(text: string): string | undefined {
  const scenario = newScenario('', [
    { kind: 'live', text: json({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: text, namespace: text } }) },
  ]);
  const { view } = run(scenario, { catalog, selected: scenario.steps[0]?.id });
  const commands = (view?.notices ?? []).flatMap(({ data }) => data['command'] ?? []);
  return commands.length === 0 ? undefined : commands.join('\n');
}

function svgOf(text: string): string | undefined {
  const scenario = newScenario('', [{ kind: 'live', text: json(objectOf(text)) }]);
  const { view } = run(scenario, { catalog, selected: scenario.steps[0]?.id });
  if (view?.own === undefined) return undefined;
  const marks = palette(assignColours([text]), view.own.managers);
  const { bars, boxes } = overlay(view.own, marks);
  const colours = { ground: '#fff', text: '#000', faint: '#000', soft: '#000', comment: '#000', key: '#000' };
  return overlaySvg({
    title: text,
    lines: view.own.text.split('\n').map((line, index) => ({
      line: index,
      runs: [{ spot: undefined, segments: [{ text: line, ink: 'key' }] }],
      note: text,
      noteIndent: 1,
    })),
    overlay: { bars, boxes },
    owners: view.own.managers.map((owner) => ({ mark: marks.ofOwner(owner), name: owner.manager, detail: text })),
    legend: text,
    colours: { ...colours, string: '#000', number: '#000', marks: [], onMarks: [] },
  });
}

const shared = (title: string) => ({ folder: 'https://playground.example/', fragment: 's/1z.a.b', title, look: {} });
const table = (text: string) => ({
  head: [text, 'b', text],
  rows: [
    [text, 'b', text],
    ['a', text, 'c'],
  ],
});
const rows = (text: string) => surveyOf(text).rows;

/** A row of a forecast with every name that it can have. */
function forecastRow(text: string): ForecastRow {
  const owner = { manager: text, operation: 'Apply', apiVersion: text, subresource: text } as const;
  const path = text as FieldPathText;
  const none = { warnings: [], staying: [], unowned: [], taken: [], leftOut: 0 };
  const conflict = { path, owner, time: text, live: text, declared: text, range: undefined };
  const change = { path, before: text, after: text };
  return {
    ...{ kind: 'extra', index: 0, tool: { deeds: [], sent: [] } },
    object: { apiVersion: text, kind: text, namespace: text, name: text },
    forecast: { result: 'conflict', message: text, ...none, changes: [change], conflicts: [conflict] },
  };
}

const reportWords = {
  ...{ title: forecastMessages.share.heading, summary: [], heads: ['Result', 'Object', 'Field'] },
  ...{ results: forecastMessages.results, clientSide: forecastMessages.clientSideName },
  whats: { change: 'Changes', conflict: 'Conflicts', staying: 'Stays', unowned: 'Unowned', taken: 'Taken' },
} as const;

/** All writers of texts that somebody else wrote. */
export const writers: readonly Writer[] = [
  { name: 'forecast as text', format: 'terminal', takesLong: true, write: (text) => forecast(text) },
  {
    name: 'forecast as Markdown',
    format: 'markdown',
    takesLong: true,
    write: (text) => forecast(text, '-o', 'markdown'),
  },
  { name: 'forecast as JSON', format: 'json', takesLong: true, write: (text) => forecast(text, '-o', 'json') },
  { name: 'forecast as SARIF', format: 'json', takesLong: true, write: (text) => forecast(text, '-o', 'sarif') },
  {
    name: 'forecast of the page as CSV',
    format: 'csv',
    write: (text) => forecastCsv([forecastRow(text)], { withoutNames: false }),
  },
  {
    name: 'forecast of the page as Markdown',
    format: 'markdown',
    takesLong: true,
    write: (text) => forecastReport([forecastRow(text)], reportWords, { withoutNames: false }),
  },
  ...(['text', 'json'] as const).map(
    (output): Writer => ({
      name: `owners as ${output}`,
      format: 'terminal',
      write: (text) => printed(['owners', '-f', 'o', '-o', output], { o: json(objectOf(text)) }),
    }),
  ),
  {
    name: 'link, what it says',
    format: 'terminal',
    write: (text) =>
      printed(['link', '-f', 'o', '--page-address', 'https://playground.example/'], {
        o: json({ ...objectOf(text), kind: 'Secret', apiVersion: 'v1', data: { [text]: 'aHVudGVyMg==' } }),
      }),
  },
  {
    name: 'survey, what it says',
    format: 'terminal',
    write: (text) =>
      printed(['survey', '--upgrade', 'v1.33', 'v1.34.1', '-f', 'o'], {
        o: json({
          ...objectOf(text),
          kind: 'Service',
          apiVersion: 'v1',
          spec: { clusterIP: 'None', ports: [{ port: 1 }] },
        }),
      }),
  },
  ...(['text', 'markdown', 'json'] as const).flatMap((output): readonly Writer[] => {
    const format = output === 'text' ? 'terminal' : output;
    const said = async (args: readonly string[], files: Readonly<Record<string, string>>) => {
      const out = await printed([...args, '-o', output], files, output === 'text' ? 'both' : 'stdout');
      return out === '' ? undefined : out;
    };
    return [
      {
        name: `explain as ${output}`,
        format,
        write: (text) =>
          // Of a conflict a scenario is played, which takes its time.
          said(['explain', 'e'], {
            e:
              output === 'text'
                ? `Apply failed with 1 conflict: conflict with ${JSON.stringify(text)} using v1: .data.${text}`
                : `admission webhook "${text}" denied the request: ${text}`,
          }),
      },
      {
        name: `audit as ${output}`,
        format,
        write: (text) =>
          said(['audit', 'l'], {
            l: json({
              ...{
                kind: 'Event',
                apiVersion: 'audit.k8s.io/v1',
                level: 'Metadata',
                auditID: 'a',
                stage: 'ResponseComplete',
              },
              ...{ requestURI: '/x', verb: 'create', user: { username: text }, responseStatus: { code: 201 } },
              objectRef: { resource: text || 'r', namespace: text, name: text || 'n', apiVersion: 'v1' },
              ...{ requestReceivedTimestamp: text, stageTimestamp: text },
            }),
          }),
      },
      {
        name: `diff as ${output}`,
        format,
        write: (text) =>
          said(['diff', '-f', 'o'], {
            o: `${json(objectOf(text))}\n---\n${json({ ...objectOf(text), spec: { [text]: `${text} more` } })}`,
          }),
      },
    ];
  }),
  ...(['text', 'sarif'] as const).map(
    (output): Writer => ({
      name: `lint as ${output}`,
      format: output === 'text' ? 'terminal' : 'json',
      write: (text) =>
        printed(['lint', '-f', 'o', '-o', output], {
          o: json({
            ...{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: text } },
            spec: {
              ...{ group: text, names: { kind: text, plural: text }, scope: text },
              versions: [
                {
                  name: text,
                  schema: {
                    openAPIV3Schema: {
                      type: 'object',
                      properties: {
                        [text]: { type: 'array', items: { type: 'object' } },
                        a: { type: 'array', items: { type: 'string' } },
                      },
                    },
                  },
                },
              ],
            },
          }),
        }),
    }),
  ),
  {
    name: 'survey, its tables',
    format: 'terminal',
    write: (text) =>
      printed(['survey', 'o', '--show', 'managers,findings,objects'], {
        o: `${json(objectOf(text))}\n---\n{"${text}`,
      }),
  },
  {
    name: 'survey as SARIF',
    format: 'json',
    write: (text) => printed(['survey', `o ${text}`, '-o', 'sarif'], { [`o ${text}`]: json(objectOf(text)) }, 'stdout'),
  },
  {
    name: 'survey of a cluster, what kubectl says',
    format: 'terminal',
    write: (text) => printed(['survey', '--cluster'], { kubectl: text }),
  },
  { name: 'the program, what it refuses', format: 'terminal', write: (text) => printed([`x${text}`], {}) },
  { name: 'an option that it refuses', format: 'terminal', write: (text) => printed(['link', `x${text}`], {}) },
  { name: 'a file that it cannot read', format: 'terminal', write: (text) => printed(['owners', '-f', text], {}) },
  {
    name: 'cluster, what kubectl says',
    format: 'terminal',
    write: (text) => printed(['cluster', '--kubectl', 'kubectl'], { kubectl: text }),
  },
  { name: 'survey as CSV', format: 'csv', write: (text) => surveyCsv(rows(text)) },
  {
    name: 'survey as Markdown',
    format: 'markdown',
    write: (text) => surveyMarkdown(rows(text), report, findingWords({ counting, findings })),
  },
  { name: 'survey as JSON', format: 'json', write: (text) => surveyJson(rows(text)) },
  {
    name: 'survey as a report',
    format: 'markup',
    write: (text) =>
      surveyReport(rows(text), {
        words: report,
        findingWords: findingWords({ counting, findings }),
        lang: 'en',
        made: 'today',
      }),
  },
  { name: 'repairs of a survey', format: 'shell', write: repairsOf },
  { name: 'commands of findings', format: 'shell', write: (text) => commandsOf(text).join('\n') },
  { name: 'a request as curl', format: 'shell', write: (text) => requestOf(text, 'curl') },
  { name: 'a request as kubectl', format: 'shell', write: (text) => requestOf(text, 'kubectl') },
  { name: 'commands of notices', format: 'shell', write: noticed },
  {
    name: 'command of a migration',
    format: 'shell',
    write: (text) => dropCommand(...([{ object: `${text} ${text}` }, { drop: text }] as unknown as Migration)),
  },
  { name: 'table as CSV', format: 'csv', write: (text) => csvOf(table(text)) },
  { name: 'table as Markdown', format: 'markdown', write: (text) => markdownOf(table(text)) },
  { name: 'image', format: 'markup', write: svgOf },
  { name: 'link as Markdown', format: 'markdown', write: (text) => linkOf(shared(text)) },
  { name: 'code of a frame', format: 'markup', write: (text) => frameCode(shared(text)) },
  { name: 'code of an element', format: 'markup', write: (text) => elementCode(shared(text)) },
  {
    name: 'code of an element with its steps',
    format: 'markup',
    write: (text) =>
      writtenElementCode(shared(text), newScenario(text, [{ kind: 'apply', manager: text, text: `a: ${text}` }])),
  },
  { name: 'name of a file', format: 'file-name', write: (text) => objectFileName(`v1 ${text} ns/${text}`, 'yaml') },
];

type Migration = Parameters<typeof dropCommand>;
