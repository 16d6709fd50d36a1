import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sourceFiles } from '../modules.ts';
import { writers } from './writers.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = ['packages', 'app/src']
  .flatMap((folder) => sourceFiles(root, folder))
  .filter((file) => !/\.test\.tsx?$/.test(file));
const codeOf = (file: string) => readFileSync(join(root, file), 'utf8');

/** By what a text leaves the page or the program: a stream, a file, the clipboard, a title, another program. */
const wayOut =
  /\b(?:stdout|stderr)\.write\(|(?<![.\w])download\(|\.writeText\(|\bdocument\.title =|navigator\.share\(|createObjectURL\(|\.setData\(|new ClipboardItem\(/;

/**
 * Every file that lets a text out, and the writers that make the texts which it lets out; or why no writer does: what is
 * to be read back or applied again goes out as it is.
 */
const known: Readonly<Record<string, readonly string[] | string>> = {
  'packages/cli/src/run.ts': ['the program, what it refuses'],
  'packages/cli/src/options.ts': ['an option that it refuses'],
  'packages/cli/src/node-io.ts':
    'the streams themselves, which all others write to, and errors of our own code, which are defects',
  'packages/cli/src/owners/owners.ts': ['owners as text', 'owners as json', 'commands of notices'],
  'packages/cli/src/forecast/forecast.ts': [
    ...['forecast as text', 'forecast as Markdown', 'forecast as JSON', 'forecast as SARIF'],
  ],
  'packages/cli/src/forecast/resolve-tool.ts': 'sentences of our own, each as one line of a terminal',
  'packages/cli/src/rehearse/rehearse.ts': 'sentences with names, each as one line of a terminal',
  'packages/cli/src/rehearse/report.ts': [
    ...['forecast as text', 'forecast as Markdown', 'forecast as JSON', 'forecast as SARIF'],
  ],
  'packages/cli/src/survey/survey.ts': ['survey, its tables', 'survey of a cluster, what kubectl says'],
  'packages/cli/src/survey/print.ts': [
    ...['survey, its tables', 'survey as CSV', 'survey as Markdown', 'survey as JSON', 'survey as a report'],
    ...['survey as SARIF'],
  ],
  'packages/cli/src/survey/upgrade.ts': ['survey, what it says'],
  'packages/cli/src/link/link.ts': ['link, what it says'],
  'packages/cli/src/audit/audit.ts': ['audit as text', 'audit as markdown', 'audit as json'],
  'packages/cli/src/lint/lint.ts': ['lint as text', 'lint as sarif'],
  'packages/cli/src/completion/completion.ts': 'our own helps, as a script',
  'packages/cli/src/explain/explain.ts': ['explain as text', 'explain as markdown', 'explain as json'],
  'packages/cli/src/diff/diff.ts': ['diff as text', 'diff as markdown', 'diff as json'],
  'packages/cli/src/cluster/cluster.ts': ['cluster, what kubectl says'],
  'packages/cli/src/cluster/proxy.ts': ['cluster, what kubectl says'],
  'packages/cli/src/input.ts': 'what kubectl says of objects that are missing, as one line of a terminal',
  'packages/cli/src/config/with-config.ts':
    'what is wrong with a file of settings, each sentence as one line of a terminal',
  'packages/cli/src/schema/schema.ts': 'schemas of our own',
  'packages/cli/src/mcp/mcp.ts': 'an address and a token of our own; what tools answer goes through shown.ts',
  'app/src/core/ui/download.ts': 'the download itself, which all others call',
  'app/src/core/ui/copy-button.tsx': 'a text that is on screen, to be applied or run again',
  'app/src/page/app.tsx': 'one line that the page shows visibly; browsers draw titles as text',
  'app/src/embed/main.ts': 'one line that the page shows visibly; browsers draw titles as text',
  'app/src/features/share/copy-box.tsx': [
    ...['link as Markdown', 'code of a frame', 'code of an element', 'code of an element with its steps'],
  ],
  'app/src/features/share/share-dialog.tsx': ['name of a file'],
  'app/src/features/share/quick-share.ts': 'an address of our own',
  'app/src/features/gallery/example-card.tsx': 'an address of our own',
  'app/src/features/forecast/share-forecast.tsx': ['forecast of the page as CSV', 'forecast of the page as Markdown'],
  'app/src/features/survey/view/rule-choice.tsx': 'names of our own rules',
  'app/src/features/survey/view/export-items.ts': [
    ...['survey as CSV', 'survey as Markdown', 'survey as JSON', 'survey as a report'],
  ],
  'app/src/features/survey/view/repairs-dialog.tsx': ['repairs of a survey'],
  'app/src/features/bring/drafts-dialog.tsx': 'a scenario as it is, to be opened again; plain text in a tab of its own',
  'app/src/features/scenario/result/export-items.ts': ['table as CSV', 'table as Markdown', 'image', 'name of a file'],
  'app/src/features/scenario/steps/step-actions.ts': 'the text of a step as it is, to be brought again',
};

test('every file that lets a text out is known, with the writers that hold it', () => {
  expect(files.filter((file) => wayOut.test(codeOf(file))).sort()).toEqual(Object.keys(known).sort());
  expect(withoutWriter(known)).toEqual([]);
});

/** Names of writers that there are not. */
function withoutWriter(held: Readonly<Record<string, readonly string[] | string>>): readonly string[] {
  const named = Object.values(held).flatMap((each) => (typeof each === 'string' ? [] : each));
  return named.filter((name) => !writers.some((writer) => writer.name === name));
}

/** Where `CopyButton` stands, with what it copies: writers by their names, or why it is as it is. */
const copied: Readonly<Record<string, readonly string[] | string>> = {
  'app/src/features/audit/log-objects.tsx': 'a policy of our own',
  'app/src/features/help/start-list.tsx': 'commands of our own',
  'app/src/features/live-cluster/view/ask-request.tsx': 'a request to be sent, as its writers make it',
  'app/src/features/live-cluster/view/ask-why.tsx': 'a Role as YAML, to be applied',
  'app/src/features/live-cluster/view/cluster-problem.tsx': 'a Role as YAML, to be applied',
  'app/src/features/scenario/command/migration-view.tsx': ['command of a migration'],
  'app/src/features/scenario/command/requests-view.tsx': 'the body of a request as it is',
  'app/src/core/ui/copy-button.tsx': ['commands of notices'],
  'app/src/core/ui/terminal.tsx': 'what kubectl prints, which is shown and not run',
  'app/src/features/scenario/conflict/tool-settings.tsx':
    'lines of manifests and programs, with shellWord and jsonText in them',
  'app/src/page/banners.tsx': 'an address as it came, to be looked at',
  'app/src/features/gallery/example-card.tsx': 'an address of our own',
  'app/src/features/scenario/result/entries-view.tsx': 'managedFields as they are',
  'app/src/features/scenario/result/object-actions.tsx': 'an object as it is, to be applied again',
  'app/src/features/scenario/step/request-forms.tsx': ['a request as curl', 'a request as kubectl'],
  'app/src/features/survey/view/share-survey.tsx': 'a filter as its reader typed it, shown visibly beside it',
  'app/src/features/survey/view/survey-pane.tsx': 'a command of our own',
  'app/src/features/survey/view/finding-row.tsx': ['commands of findings'],
  'app/src/features/survey/view/repairs-dialog.tsx': ['repairs of a survey'],
};

test('every file with a button that copies is known as well', () => {
  expect(files.filter((file) => /<CopyButton\b/.test(codeOf(file))).sort()).toEqual(Object.keys(copied).sort());
  expect(withoutWriter(copied)).toEqual([]);
});

/** What code that escapes by itself looks like: entities, doubled quotes, quotes of a shell, classes of characters that hide. */
const escapes: readonly (readonly [what: string, code: RegExp])[] = [
  ['HTML', /'&(?:amp|lt|gt|quot);'/],
  ['CSV', /'""'/],
  ['a shell', /'\\\\''|"'\\\\''"/],
  ['Markdown', /'\\\\\$&'|`\\\\\$\{/],
  ['hidden characters', /\\u202[a-e]|\\p\{Cf\}/],
];

/** Files that have such code for another end. */
const allowed: Readonly<Record<string, string>> = {
  'packages/api-server/src/server/authorize.ts': 'a message of a server, as Go escapes it',
  'packages/cli/src/completion/scripts.ts': 'our own words in the scripts of shells',
  'packages/cli/src/forecast/read-files.ts': 'says that a name is empty',
  'packages/cli/src/sources.ts': 'says that a name is empty',
  'packages/embed/src/render-static.ts': 'refuses addresses with what hides',
  'packages/node-server/src/server.ts': 'the text of a warning in a header of HTTP, as Go quotes it',
  'packages/kubectl/src/file-names.ts': 'a pattern of a file name as an expression',
  'packages/kubectl/src/grep.ts': 'a pattern of POSIX as an expression of Go',
  'packages/kubectl/src/pod-spec.ts': 'a pattern of containers as an expression',
  'packages/kubectl/src/shell-word.ts': 'reads a shell',
  'packages/kubectl/src/template/functions.ts': 'the functions of Go templates, as Go escapes',
  'packages/merge-engine/src/value/go-time.ts': 'a text as Go quotes it',
  'packages/merge-engine/src/value/go-text.ts': 'a character as Go quotes it',
  'packages/reading/src/error/read-conflicts.ts': 'reads an empty name',
  'packages/redact/src/names.ts': 'reads names whatever hides in them',
  'packages/redact/src/secrets/rewrite-command.ts': 'a here-document in which a shell reads variables',
  'packages/redact/src/secrets/written-forms.ts': 'finds a secret that is written so',
  'packages/player/src/wire/command-files.ts': 'refuses names of files with what hides',
  'packages/scenario/src/yaml-text.ts': 'writes a scenario as YAML that is read as the same',
  'packages/words/generate/code.ts': 'writes our own messages as TypeScript',
  'packages/share-link/src/compact.ts': 'words of our own as an expression',
};

test('nothing else escapes', () => {
  const found = files.flatMap((file) => {
    if (file.startsWith('packages/foreign-text/')) return [];
    const code = codeOf(file);
    return escapes.filter(([, pattern]) => pattern.test(code)).map(([what]) => `${file}: ${what}`);
  });
  expect(found.filter((each) => !Object.keys(allowed).some((file) => each.startsWith(file)))).toEqual([]);
});

test.each([
  ["text.replaceAll('&', '&amp;')", 'HTML'],
  ["text.replaceAll('\"', '\"\"')", 'CSV'],
  ['text.replaceAll("\'", "\'\\\\\'\'")', 'a shell'],
  ["text.replace(/[*_]/g, '\\\\$&')", 'Markdown'],
  ['/[\\u202a-\\u202e]/', 'hidden characters'],
])('notices %s', (code, what) => {
  expect(escapes.filter(([, pattern]) => pattern.test(code)).map(([name]) => name)).toEqual([what]);
});
