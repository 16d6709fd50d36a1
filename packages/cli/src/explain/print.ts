import { markdownCode, markdownFence, markdownText, terminalLine, terminalText } from '@managed-fields/foreign-text';
import { type ToolSetting, toolNames, toolOfMessage } from '@managed-fields/tools';
import type { ExplainedMessage } from './explained.ts';
import { errorWords, settingWords, wayNames } from './words.ts';

/** Explains messages in a terminal. */
export function explainedText(explained: readonly ExplainedMessage[], link: string | undefined): string {
  const blocks = explained.map((message) => messageLines(message).join('\n'));
  return `${[...blocks, ...(link === undefined ? [] : [`Open it in the playground: ${link}`])].join('\n\n')}\n`;
}

function messageLines({ facts, scenario, settings, missing }: ExplainedMessage): readonly string[] {
  const { code, message, tool, managers, fields, data } = facts;
  return [
    errorWords.titles[code],
    ...message.split('\n').map((line) => `  ${terminalLine(line)}`),
    ...(tool === undefined ? [] : [`  (${errorWords.fromTool(tool)})`]),
    '',
    terminalLine(errorWords.explanation(facts)),
    ...(data['cut'] === 'true' ? [errorWords.cutOff] : []),
    ...managers.flatMap((each) => [
      terminalLine(`  ${each.manager}, ${errorWords.ownerSentence(each)}`),
      ...each.paths.map((path) => `    ${terminalLine(path)}`),
    ]),
    ...(managers.length > 0 ? [] : fields.map(({ path, detail }) => terminalLine(`  ${path}: ${detail}`))),
    ...errorWords.advice(facts).map((sentence) => `- ${sentence}`),
    ...settingLines(settings, toolNames[toolOfMessage(tool)], toolOfMessage(tool)),
    ...endLines(scenario, missing),
  ];
}

/** Says whether the scenario ends in the message. */
function endLines(scenario: ExplainedMessage['scenario'], missing: readonly string[] | undefined): readonly string[] {
  if (missing !== undefined) {
    const played =
      missing.length === 0
        ? 'Played on the object that was given, it ends in this conflict.'
        : `Played on the object that was given, there is no conflict about ${missing.join(', ')}.`;
    return ['', terminalLine(played)];
  }
  if (scenario === undefined) return [];
  return ['', scenario.reproduced ? errorWords.reproduced : errorWords.notReproduced];
}

function settingLines(
  settings: readonly ToolSetting[],
  name: string,
  tool: ReturnType<typeof toolOfMessage>,
): readonly string[] {
  if (settings.length === 0) return [];
  return [
    '',
    `What ${name} has for it (… and words in capitals are yours to fill in):`,
    ...settings.flatMap(({ way, setting, place, behaviour, snippet }) => {
      const sentence = settingWords.behaviourSentence(behaviour, tool);
      return [
        `  ${wayNames[way].name}: ${[setting, settingWords.places[place]].filter(Boolean).join(', ')}`,
        ...(sentence === undefined ? [] : [`    ${sentence}`]),
        ...(snippet === undefined
          ? []
          : terminalText(snippet.text)
              .trimEnd()
              .split('\n')
              .map((line) => `      ${line}`)),
        ...withoutOf(snippet).map((line) => `    ${terminalLine(line)}`),
      ];
    }),
  ];
}

/** Which fields a setting cannot name, as a sentence; none where it names all. */
function withoutOf(snippet: ToolSetting['snippet']): readonly string[] {
  return snippet === undefined || snippet.without.length === 0 ? [] : [settingWords.without(snippet.without)];
}

/** Explains messages in a comment. */
export function explainedMarkdown(explained: readonly ExplainedMessage[], link: string | undefined): string {
  const blocks = explained.map(({ facts, settings }) => {
    const tool = toolOfMessage(facts.tool);
    return [
      `### ${errorWords.titles[facts.code]}`,
      '',
      markdownFence(facts.message),
      '',
      markdownText(errorWords.explanation(facts)),
      '',
      ...facts.managers.map(
        (each) =>
          `- **${markdownText(each.manager)}**, ${markdownText(errorWords.ownerSentence(each))}: ${each.paths.map(markdownCode).join(', ')}`,
      ),
      '',
      ...errorWords.advice(facts).map((sentence) => `- ${markdownText(sentence)}`),
      '',
      ...(settings.length === 0 ? [] : ['In what follows, … and words in capitals are yours to fill in.', '']),
      ...settings.flatMap(({ way, setting, place, snippet }) => [
        `- ${wayNames[way].name}: ${setting === '' ? '' : `${markdownCode(setting)}, `}${settingWords.places[place]} (${toolNames[tool]})`,
        ...(snippet === undefined ? [] : ['', markdownFence(snippet.text), '']),
        ...withoutOf(snippet).flatMap((line) => [markdownText(line), '']),
      ]),
    ].join('\n');
  });
  return `${[...blocks, ...(link === undefined ? [] : [`[Open it in the playground](${link})`])].join('\n\n')}\n`;
}
