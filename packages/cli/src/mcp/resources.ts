import { markdownText } from '@managed-fields/foreign-text';
import { findingWords, isRuleId, type RuleId, ruleOf, rules } from '@managed-fields/survey';
import { counting } from '@managed-fields/words/messages/en/counting';
import { findings } from '@managed-fields/words/messages/en/findings';
import { help } from '@managed-fields/words/messages/en/help';
import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';

const glossary = 'managed-fields://glossary';
const allFindings = 'managed-fields://findings';
const mimeType = 'text/markdown';
const words = findingWords({ counting, findings });

/** Adds what an assistant can read: the words of the subject, and what each finding of a survey means. */
export function addResources(server: McpServer): void {
  const of = (uri: string, text: string) => ({ contents: [{ uri, mimeType, text }] });
  server.registerResource(
    'glossary',
    glossary,
    { title: 'Glossary', description: 'What owner, apply, conflict, hand over and the other words mean', mimeType },
    () => of(glossary, glossaryText()),
  );
  server.registerResource(
    'findings',
    allFindings,
    { title: 'Findings of a survey', description: 'What a survey looks for: each rule in a line', mimeType },
    () => of(allFindings, findingsText()),
  );
  const one = new ResourceTemplate(`${allFindings}/{rule}`, {
    list: () => ({
      resources: rules.map(({ id }) => ({
        name: id,
        title: words.rule(id).title,
        uri: `${allFindings}/${id}`,
        mimeType,
      })),
    }),
    complete: { rule: (begun) => rules.map(({ id }) => id).filter((id) => id.startsWith(begun)) },
  });
  server.registerResource(
    'finding',
    one,
    { title: 'A finding', description: 'What a rule finds, why it matters and what to do', mimeType },
    ({ href }, { rule }) => {
      const id = String(rule);
      if (!isRuleId(id)) throw new Error(`there is no finding ${JSON.stringify(id)}`);
      return of(href, findingText(id));
    },
  );
}

function glossaryText(): string {
  const terms = Object.values(help.terms).map(({ term, text }) => `**${markdownText(term)}**: ${markdownText(text)}`);
  return `# Glossary\n\n${terms.join('\n\n')}\n`;
}

function findingsText(): string {
  const rows = rules.map(({ id }) => `- \`${id}\` (${ruleOf(id).severity}): ${markdownText(words.rule(id).title)}`);
  return `# Findings of a survey\n\n${rows.join('\n')}\n`;
}

function findingText(id: RuleId): string {
  const { title, why, todo } = words.rule(id);
  return `# ${markdownText(title)}\n\n\`${id}\`, ${ruleOf(id).severity}\n\n${markdownText(why)}\n\n${markdownText(todo)}\n`;
}
