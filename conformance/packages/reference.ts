import type { Published } from './published.ts';

/** The part of API Extractor's model of an entry point that is read here. */
interface ApiItem {
  readonly kind: string;
  readonly name?: string;
  readonly docComment?: string;
  readonly excerptTokens?: readonly { readonly text: string }[];
  readonly members?: readonly ApiItem[];
}

/**
 * Makes a page of the reference of what an entry point exports, in Markdown: each export with its comment and its
 * declaration, in the order of their names. `model` is the text of API Extractor's model of it.
 */
export function referencePage({ folder }: Published, entryPoint: string, model: string): string {
  const [entry] = (JSON.parse(model) as ApiItem).members ?? [];
  const name = `@managed-fields/${folder}${entryPoint.slice(1)}`;
  const items = (entry?.members ?? []).toSorted((a, b) => ((a.name ?? '') < (b.name ?? '') ? -1 : 1));
  const head = `# ${name}

What \`import … from '${name}'\` brings. Written by \`pnpm api\` from the comments of the sources.
`;
  return [head, ...items.map(section)].join('\n');
}

function section(item: ApiItem): string {
  const said = withTags(comment(item.docComment));
  return `## ${item.name ?? ''}\n\n${said === '' ? '' : `${said}\n\n`}\`\`\`ts\n${declaration(item)}\n\`\`\`\n`;
}

/** Writes the tags of a comment as a reader has them: parameters and the result as a list, an example with what it prints. */
function withTags(said: string): string {
  return said
    .replace(/^@param (\w+) - /gm, '- `$1`: ')
    .replace(/^@returns /gm, '- returns: ')
    .replace(/^@example$/gm, 'Example:\n')
    .replace(/^```text$/gm, 'prints\n\n```text')
    .replace(/^```\nprints$/gm, '```\n\nprints');
}

/** Returns the declaration of an export; that of an interface or a class has its members with their comments. */
function declaration({ excerptTokens = [], members = [], kind }: ApiItem): string {
  const head = excerptTokens
    .map(({ text }) => text)
    .join('')
    .trim();
  if (kind !== 'Interface' && kind !== 'Class') return head;
  const lines = members.flatMap((member) => {
    const said = comment(member.docComment);
    const code = (member.excerptTokens ?? [])
      .map(({ text }) => text)
      .join('')
      .trim();
    return [
      ...(said === '' ? [] : [`  /** ${said.replaceAll('\n', '\n   * ')} */`]),
      `  ${code.replaceAll('\n', '\n  ')}`,
    ];
  });
  return `${head} {\n${lines.join('\n')}\n}`;
}

/** Returns the text of a doc comment, without its stars. */
function comment(text = ''): string {
  return text
    .replace(/^\s*\/\*\*/, '')
    .replace(/\*\/\s*$/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
    .join('\n')
    .replace(/@public/g, '')
    .trim();
}
