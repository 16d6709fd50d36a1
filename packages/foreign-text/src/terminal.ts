import { visibleLine, visibleText } from './visible.ts';

/**
 * Writes a text as one line of a terminal, or as a part of one: nothing in it moves the cursor, hides, or is a command to
 * whatever runs the program in a pipeline.
 */
export function terminalLine(text: string): string {
  return withoutCommands(visibleLine(text));
}

/** Writes a text of several lines for a terminal. Tabs and line breaks stay. */
export function terminalText(text: string): string {
  return text
    .split('\n')
    .map((line) => withoutCommands(visibleText(line).replaceAll('\r', 'U+000D')))
    .join('\n');
}

/**
 * Takes away what a runner of pipelines would do: `::stop-commands::…` at the beginning of a line, wherever it is indented,
 * and `##[group]`, `##vso[…]` and `##teamcity[…]` anywhere.
 * Upstream: actions/runner src/Runner.Common/ActionCommand.cs TryParseV2, TryParse; microsoft/azure-pipelines-agent
 * src/Microsoft.VisualStudio.Services.Agent/Command.cs.
 */
export function withoutCommands(line: string): string {
  return line.replace(/^(\s*):(?=:)/, '$1U+003A').replace(loggingCommand, '#U+0023');
}

/** The two signs before the name and the bracket of a command that may stand anywhere in a line. */
export const loggingCommand = /##(?=\w*\[)/g;
