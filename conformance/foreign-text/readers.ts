import MarkdownIt from 'markdown-it';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** What should not be in a text that was written in some format: a sentence each. */
export type Faults = readonly string[];

/** How the texts that writers make are read. */
export type Format = 'terminal' | 'json' | 'csv' | 'markdown' | 'markup' | 'shell' | 'line' | 'file-name';

/** Reads a written text as programs of its format do, and says what a foreign text has done to it. */
export function faultsIn(format: Format, written: string): Faults {
  return [...hiddenIn(written), ...faults[format](written)];
}

/** Where a text has a character that cannot be seen, whatever the format. Lines end as each format has it. */
function hiddenIn(written: string): Faults {
  const text = written.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  const found = text.match(/(?![\t\n])[\u034f\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\u115f\u1160\u3164\uffa0\ufffe\uffff]/u);
  const at = found?.index ?? 0;
  return found === null ? [] : [`hidden: ${JSON.stringify(text.slice(Math.max(0, at - 30), at + 30))}`];
}

const faults: Readonly<Record<Format, (written: string) => Faults>> = {
  terminal: commandsIn,
  json: (written) => {
    JSON.parse(written);
    return commandsIn(written);
  },
  csv: csvFaults,
  markdown: (written) => [...commandsIn(written), ...markdownFaults(written)],
  markup: markupFaults,
  // What a shell makes of it is tried by a shell.
  shell: () => [],
  line: (written) => (/[\n\t\r]/.test(written) ? ['more than one line'] : []),
  'file-name': (written) => (/^[a-z0-9][a-z0-9-]*\.[a-z]+$/.test(written) ? [] : [`no name of a file: ${written}`]),
};

/**
 * The lines that a runner of pipelines would take for a command, as the runners of GitHub, Azure and TeamCity look for them.
 */
function commandsIn(written: string): Faults {
  const lines = written.split(/\r\n|[\n\r]/);
  const commands = lines.filter((line) => line.trimStart().startsWith('::') || /##(?:vso|teamcity)?\[/.test(line));
  return commands.map((line) => `a command: ${JSON.stringify(line)}`);
}

/** Reads CSV as RFC 4180 has it, separated by one character. Quotes count only at the beginning of a cell. */
export function readCsv(text: string, separator: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (quoted && character === '"' && text.charAt(at + 1) === '"') {
      cell += '"';
      at++;
    } else if (character === '"' && (quoted || cell === '')) quoted = !quoted;
    else if (quoted || ![separator, '\r', '\n'].includes(character)) cell += character;
    else {
      row.push(cell);
      cell = '';
      if (character === separator) continue;
      if (character === '\r' && text.charAt(at + 1) === '\n') at++;
      rows.push(row);
      row = [];
    }
  }
  return cell === '' && row.length === 0 ? rows : [...rows, [...row, cell]];
}

/** What spreadsheets take for a formula, or for a program to start. */
const formula = /^[\s"]*[=+\-@%|＝＋－＠]/;

function csvFaults(written: string): Faults {
  const text = written.replace(/^\ufeff/, '');
  const rows = readCsv(text, ',');
  const widths = new Set(rows.map(({ length }) => length));
  const formulas = [',', ';', '\t', '|'].flatMap((separator) =>
    readCsv(text, separator).flatMap((row) =>
      row.filter((cell) => formula.test(cell)).map((cell) => [separator, cell]),
    ),
  );
  return [
    ...(widths.size > 1 ? [`rows of ${[...widths].join(' and ')} cells`] : []),
    ...(rows.some((row) => row.some((cell) => /[\r\n]/.test(cell))) ? ['a cell of several lines'] : []),
    ...formulas.map((found) => `a formula: ${JSON.stringify(found)}`),
  ];
}

/** The nodes that our own Markdown has; all others came from outside. */
const ownNodes: ReadonlySet<string> = new Set([
  ...['root', 'heading', 'paragraph', 'text', 'strong', 'inlineCode', 'code', 'list', 'listItem'],
  ...['table', 'tableRow', 'tableCell', 'html', 'link'],
]);

/** The HTML of our own Markdown: a summary, in which a foreign text is code, and the end of what it folds. */
const ownHtml = /^<details><summary>(?:<code>[^<>]*<\/code>)?[^<>@]*<\/summary>$|^<\/details>$/;

const ownAddress = /^https:\/\/playground\.example\//;

function markdownFaults(written: string): Faults {
  const root = fromMarkdown(written, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const found: string[] = [];
  visitNodes(root, (node) => {
    if (!ownNodes.has(node.type)) found.push(`${node.type}`);
    if (node.type === 'link' && !ownAddress.test(node.url)) found.push(`a link to ${node.url}`);
    if (node.type === 'html' && !ownHtml.test(node.value)) found.push(`HTML: ${node.value}`);
    if (node.type === 'text' && /(?:^|[^\w`])@\w/.test(node.value)) found.push(`a mention: ${node.value}`);
    if (node.type === 'table') {
      const widths = new Set(node.children.map(({ children }) => children.length));
      if (widths.size > 1) found.push(`rows of ${[...widths].join(' and ')} cells`);
    }
  });
  return [...found, ...otherMarkdownFaults(written)];
}

function visitNodes(node: Nodes, see: (node: Nodes) => void): void {
  see(node);
  if ('children' in node) for (const child of node.children) visitNodes(child, see);
}

const otherReader = new MarkdownIt({ html: true, linkify: true });

/** The same by another reader, which agrees with the first about little but the standard. */
function otherMarkdownFaults(written: string): Faults {
  const tokens = otherReader.parse(written, {}).flatMap((token) => [token, ...(token.children ?? [])]);
  return tokens.flatMap(({ type, content, attrs }) => {
    if (type === 'image' || type === 'softbreak' || type === 'hardbreak' || type === 's_open')
      return [`another ${type}`];
    if (type === 'link_open') {
      const address = String(attrs?.find(([name]) => name === 'href')?.[1]);
      return ownAddress.test(address) ? [] : [`another link to ${address}`];
    }
    if (type !== 'html_inline') return [];
    return /^<\/?(?:details|summary)>$/.test(content) ? [] : [`other HTML: ${content}`];
  });
}

/** Elements and attributes of HTML and SVG that run, load or lead away. */
function markupFaults(written: string): Faults {
  // What stands in a script of data is no markup until its end.
  const markup = written.replace(/(<script type="application\/yaml"[^>]*>)[\s\S]*?<\/script/g, '$1</script');
  const tags = markup.match(/<[^\s>/!?][^>]*>/g) ?? [];
  const foreign = /^<(?:img|object|embed|base|form|input|video|math|animate|foreignObject|link)\b|\son\w+\s*=/i;
  return [
    ...tags.filter((tag) => foreign.test(tag.replace(/"[^"]*"/g, '""'))).map((tag) => `an element: ${tag}`),
    ...tags.filter((tag) => (tag.match(/"/g) ?? []).length % 2 === 1).map((tag) => `an open attribute: ${tag}`),
    ...(/trap\("(?:script|end)"\)<\/script/.test(markup) ? ['a script'] : []),
  ];
}
