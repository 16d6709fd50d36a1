/** A small change of a text, as people and tools make it; `at` gives a number below another by chance. */
export interface Mutation {
  readonly name: string;
  /** The groups of forms in which it keeps what makes a value secret; undefined: all. */
  readonly groups?: readonly string[];
  readonly change: (lines: readonly string[], at: (below: number) => number) => readonly string[];
}

/** Forms in which the object says what is secret, wherever its parts stand. */
const objects = ['secret-object', 'list', 'last-applied'];

/** Every mutation, to be tried alone. */
export const mutations: readonly Mutation[] = [
  {
    name: 'a comment between two lines',
    change: (lines, at) => inserted(lines, at(lines.length + 1), '# a comment'),
  },
  {
    name: 'a comment behind a line',
    change: (lines, at) => changedAt(lines, at(lines.length), (line) => (/[:\w]$/.test(line) ? `${line} # why` : line)),
  },
  {
    name: 'an end that is cut off within a line',
    groups: objects,
    change: (lines, at) => {
      const text = lines.join('\n');
      return text.slice(0, at(text.length + 1)).split('\n');
    },
  },
  {
    name: 'an end that is cut off after a line',
    groups: objects,
    change: (lines, at) => lines.slice(0, at(lines.length + 1)),
  },
  {
    name: 'another order of two lines',
    groups: ['secret-object'],
    change: (lines, at) => {
      const place = at(Math.max(1, lines.length - 1));
      return lines.map(
        (line, index) => (index === place ? lines[place + 1] : index === place + 1 ? lines[place] : line) ?? line,
      );
    },
  },
  {
    name: 'a line that stands twice',
    groups: objects,
    change: (lines, at) => {
      const place = at(lines.length);
      return inserted(lines, place, lines[place] ?? '');
    },
  },
  { name: 'twice the indentation', change: (lines) => lines.map((line) => line.replace(/^ +/, '$&$&')) },
  {
    name: 'a line that is indented by one more',
    groups: objects,
    change: (lines, at) => changedAt(lines, at(lines.length), (line) => ` ${line}`),
  },
  {
    name: 'a line that is indented by one less',
    groups: objects,
    change: (lines, at) => changedAt(lines, at(lines.length), (line) => line.replace(/^ /, '')),
  },
  {
    name: 'tabs for spaces',
    groups: objects,
    change: (lines, at) => changedAt(lines, at(lines.length), (line) => line.replace(/^ +/, '\t')),
  },
  {
    name: 'other quotes',
    change: (lines) =>
      lines.map((line) => (/['"].*['"]/.test(line) && !/'.*"|".*'/.test(line) ? line.replaceAll("'", '"') : line)),
  },
  {
    name: 'a quote that is missing',
    groups: objects,
    change: (lines, at) => changedAt(lines, at(lines.length), (line) => line.replace(/["']/, '')),
  },
  {
    name: 'a bracket too many',
    groups: objects,
    change: (lines, at) => changedAt(lines, at(lines.length), (line) => `${line}${'}]{["\''.charAt(at(6))}`),
  },
  {
    name: 'escapes in the kind',
    change: (lines) => lines.map((line) => line.replace(/\bkind: Secret$/, 'kind: "\\x53ec\\u0072et"')),
  },
  {
    name: 'a tag and an anchor at the kind',
    change: (lines) => lines.map((line) => line.replace(/\bkind: Secret$/, 'kind: !!str &kind  Secret')),
  },
  {
    name: 'many spaces behind the kind',
    change: (lines) => lines.map((line) => line.replace(/\bkind: /, 'kind:           ')),
  },
  {
    name: 'quoted names',
    change: (lines) => lines.map((line) => line.replace(/^( *(?:- )?)([A-Za-z]+):(?= |$)/, '$1"$2" :')),
  },
  { name: 'ends of lines as on Windows', change: (lines) => lines.map((line) => `${line}\r`) },
  {
    name: 'a character that is missing',
    groups: ['secret-object'],
    change: (lines, at) =>
      changedAt(lines, at(lines.length), (line) => {
        const place = at(Math.max(1, line.length));
        return /kind|data|token|generator|[{}]/i.test(line) ? line : line.slice(0, place) + line.slice(place + 1);
      }),
  },
  {
    name: 'another document before',
    groups: [...objects, 'patch', 'env', 'args', 'configmap', 'custom-resource', 'comment', 'broken', 'encoding'],
    change: (lines) => ['kind: ConfigMap', 'data: {a: b}', '---', ...lines],
  },
  { name: 'words before', groups: objects, change: (lines) => ['here is what I have:', '', ...lines] },
];

/** A text with a mutation; `chances` are numbers from 0, used up in turn. */
export function mutated(text: string, { change }: Mutation, chances: readonly number[]): string {
  let used = 0;
  const at = (below: number) => (chances[used++ % chances.length] ?? 0) % below;
  return change(text.split('\n'), at).join('\n');
}

function inserted(lines: readonly string[], place: number, line: string): readonly string[] {
  return [...lines.slice(0, place), line, ...lines.slice(place)];
}

function changedAt(lines: readonly string[], place: number, change: (line: string) => string): readonly string[] {
  return lines.map((line, index) => (index === place ? change(line) : line));
}
