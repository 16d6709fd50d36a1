import {
  type Collected,
  type ExtraRow,
  type ForecastRow,
  isLost,
  objectText,
  type PlayedRow,
} from '@managed-fields/forecast';
import { fileUri, jsonText, terminalLine } from '@managed-fields/foreign-text';
import type { TextRange } from '@managed-fields/scenario';
import type { ShownForecast } from './shown.ts';
import { collectedWords, ownerWords, unreadWords } from './words.ts';

/** The rules of a forecast in code scanning. Their ids never change. */
const rules = {
  'field-conflict': {
    level: 'error',
    text: 'A field of the manifest is owned by another field manager, so the apply is refused.',
    help: 'Take the live value over, leave the field out of the manifest, or apply with force.',
  },
  'apply-refused': {
    level: 'error',
    text: 'The API server refuses the manifest.',
    help: 'The message is the server’s own, or that of kubectl.',
  },
  'manifest-unreadable': {
    level: 'error',
    text: 'The manifest cannot be read.',
    help: 'The message says what is wrong at the place.',
  },
  'field-lost': {
    level: 'error',
    text: 'A field that another field manager set goes from the object.',
    help: 'The tool takes the field for its own, and its manifest no longer has it: put it into the manifest, or keep the other manager’s entry from being taken over.',
  },
  'object-deleted': {
    level: 'warning',
    text: 'The tool deletes an object that the release no longer has.',
    help: 'Keep it in the release, or mark it as one that is to be kept, as the tool names that.',
  },
  'object-collected': {
    level: 'warning',
    text: 'A controller deletes an object, because its owner or its namespace goes.',
    help: 'It is told by the ownerReferences and namespaces of the dump. Delete the owner with its dependents orphaned to keep them.',
  },
  'field-taken': {
    level: 'warning',
    text: 'The apply takes fields from another field manager.',
    help: 'The other manager will write its value again, or lose it.',
  },
  'field-kept-by-others': {
    level: 'note',
    text: 'A field that the manifest no longer has stays, because others own it.',
    help: 'It goes when the last owner gives it up.',
  },
  'field-without-owner': {
    level: 'note',
    text: 'A field stays in the object, and nobody owns it afterwards.',
    help: 'It has the default of the server, or keeps its value until somebody writes it.',
  },
} as const;

type RuleId = keyof typeof rules;
const ruleIds = [
  'field-conflict',
  'apply-refused',
  'manifest-unreadable',
  'field-lost',
  'object-deleted',
  'field-taken',
  'field-kept-by-others',
  'field-without-owner',
  'object-collected',
] as const satisfies readonly RuleId[];

interface Result {
  readonly rule: RuleId;
  readonly text: string;
  readonly file: string;
  readonly range: TextRange;
  /** What stays the same from one run to the next. */
  readonly about: string;
}

/**
 * A forecast as SARIF 2.1.0, for code scanning: a result a field that conflicts, and one an object that is refused or
 * whose owners change.
 */
export function forecastSarif(shown: ShownForecast, version: string): string {
  const first = shown.rows.find((row) => row.kind !== 'extra');
  const results = [
    ...shown.rows.flatMap((row) => (row.kind === 'extra' ? resultsOfExtra(row, first) : resultsOf(row))),
    ...(shown.next ?? []).flatMap((each) => resultsOfCollected(each, first)),
  ];
  const sarif = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'managed-fields',
            version,
            rules: ruleIds.map((id) => ({
              id,
              shortDescription: { text: rules[id].text },
              help: { text: rules[id].help },
              defaultConfiguration: { level: rules[id].level },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: results.map((result) => resultJson(result, shown)),
      },
    ],
  };
  return `${jsonText(sarif)}\n`;
}

function resultJson({ rule, text, file, range, about }: Result, { places }: ShownForecast): object {
  const { line, column, endLine, endColumn } = places(file, range);
  const region = { startLine: line, startColumn: column, endLine, endColumn };
  return {
    ruleId: rule,
    ruleIndex: ruleIds.indexOf(rule),
    level: rules[rule].level,
    message: { text: text.split('\n').map(terminalLine).join('\n') },
    locations: [{ physicalLocation: { artifactLocation: { uri: fileUri(file) }, region } }],
    partialFingerprints: { 'managedFields/v1': about },
  };
}

/** What is deleted stands in no manifest: it is told at the beginning of the first. */
function resultsOfExtra(
  { object, forecast }: ExtraRow,
  first: Exclude<ForecastRow, ExtraRow> | undefined,
): readonly Result[] {
  if (first === undefined || forecast.result !== 'deleted') return [];
  const { file, range } = first.place;
  const name = objectText(object);
  return [{ rule: 'object-deleted', text: `${name} is deleted`, file, range, about: `object-deleted ${name}` }];
}

/** What a controller deletes is told there, too. */
function resultsOfCollected(
  collected: Collected,
  first: Exclude<ForecastRow, ExtraRow> | undefined,
): readonly Result[] {
  if (first === undefined || collected.result !== 'deleted') return [];
  const { file, range } = first.place;
  const name = objectText(collected.object);
  const text = `${name} is deleted by the ${collectedWords(collected)}`;
  return [{ rule: 'object-collected', text, file, range, about: `object-collected ${name}` }];
}

function resultsOf(row: Exclude<ForecastRow, ExtraRow>): readonly Result[] {
  const { file, range } = row.place;
  switch (row.kind) {
    case 'hook':
      return [];
    case 'unread': {
      const text = unreadWords(row);
      return [{ rule: 'manifest-unreadable', text, file, range, about: `${file} ${text}` }];
    }
    case 'played':
      return resultsOfPlayed(row);
  }
}

function resultsOfPlayed({ object, place, serverSide, clientSide }: PlayedRow): readonly Result[] {
  const { file } = place;
  const name = objectText(object);
  const of = (rule: RuleId, text: string, about: string, range = place.range): Result => {
    return { rule, text: `${name}: ${text}`, file, range, about: `${rule} ${name} ${about}` };
  };
  const conflicts = serverSide.conflicts.map(({ path, owner, live, declared, range }) => {
    const values = `${live ?? '(none)'} in the cluster, ${declared ?? '(none)'} in the manifest`;
    return of(
      'field-conflict',
      `${path} is owned by ${ownerWords(owner)}: ${values}`,
      `${path} ${owner.manager}`,
      range,
    );
  });
  const lost = serverSide.changes
    .filter(isLost)
    .map(({ path, before = '', owners = [] }) =>
      of('field-lost', `${path} goes, it was ${before}, set by ${owners.map(ownerWords).join(', ')}`, path),
    );
  const refusals = [serverSide, clientSide].flatMap((way) => {
    if (way?.result !== 'refused') return [];
    const how = way === serverSide ? '' : 'client-side: ';
    return [of('apply-refused', `${how}${way.message ?? ''}`, how)];
  });
  const ways = clientSide === undefined ? [serverSide] : [serverSide, clientSide];
  const taken = ways.flatMap((way) =>
    way.taken.map(({ owner, fields }) => {
      const how = way === serverSide ? '' : 'client-side apply: ';
      return of('field-taken', `${how}taken from ${ownerWords(owner)}: ${fields.join(', ')}`, `${how}${owner.manager}`);
    }),
  );
  const staying = serverSide.staying.map(({ path, owners }) =>
    of('field-kept-by-others', `${path} stays, owned by ${owners.map(ownerWords).join(', ')}`, path),
  );
  const unowned = serverSide.unowned.map(({ path }) =>
    of('field-without-owner', `nobody owns ${path} afterwards`, path),
  );
  return [...conflicts, ...refusals, ...lost, ...taken, ...staying, ...unowned];
}
