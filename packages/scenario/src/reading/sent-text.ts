import { readCurl } from './curl-line.ts';
import { isKubectl } from './request-step.ts';
import { readHttpRequest, type WrittenRequest } from './sent-request.ts';
import { type ShellCommand, shellCommands } from './shell-text.ts';

/** A request or a command in a text. */
export type Sent =
  | { readonly form: 'http' | 'curl'; readonly request: WrittenRequest }
  | { readonly form: 'kubectl'; readonly command: ShellCommand };

/**
 * Reads a text that is one HTTP request, or consists of curl lines and kubectl commands only; undefined for other
 * texts.
 */
export function readSent(text: string): readonly Sent[] | undefined {
  const http = readHttpRequest(text);
  if (http !== undefined) return [{ form: 'http', request: http }];
  if (!/(?:^|[\s/|])(?:kubectl|curl|k|oc)\s/.test(text)) return undefined;
  const commands = shellCommands(text, (words) => isKubectl(words) || isCurl(words));
  const sent = commands?.map((command): Sent | undefined => {
    if (isKubectl(command.words)) return { form: 'kubectl', command };
    const request = readCurl(command);
    return request && { form: 'curl', request };
  });
  return sent?.every((each) => each !== undefined) ? sent : undefined;
}

function isCurl([program = '']: readonly string[]): boolean {
  return /^(?:\S*\/)?curl(?:\.exe)?$/.test(program);
}
