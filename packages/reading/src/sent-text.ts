import { type PlayedVersion, releaseNamed } from '@managed-fields/kubernetes-types';
import { readCurl } from './curl-line.ts';
import { type PastedCommand, pastedCommands, runsKubectl } from './pasted-commands.ts';
import { readHttpRequest, type WrittenRequest } from './sent-request.ts';

/** A request or a command in a text. */
export type Sent =
  | { readonly form: 'http' | 'curl'; readonly request: WrittenRequest }
  | { readonly form: 'kubectl'; readonly command: PastedCommand };

/**
 * Reads a text that is one HTTP request, or consists of curl lines and kubectl commands only; undefined for other
 * texts.
 */
export function readSent(text: string): readonly Sent[] | undefined {
  const http = readHttpRequest(text);
  if (http !== undefined) return [{ form: 'http', request: http }];
  if (!/(?:^|[\s/|])(?:kubectl|curl|k|oc)\s/.test(text)) return undefined;
  const commands = pastedCommands(text, (programs) => runsKubectl(programs) || isCurl(programs.at(-1)));
  const sent = commands?.map((command): Sent | undefined => {
    if (runsKubectl(command.programs)) return { form: 'kubectl', command };
    const request = readCurl(command);
    return request && { form: 'curl', request };
  });
  return sent?.every((each) => each !== undefined) ? sent : undefined;
}

function isCurl([program = '']: readonly string[] = []): boolean {
  return /^(?:\S*\/)?curl(?:\.exe)?$/.test(program);
}

/**
 * Where texts name the version of a cluster: in the output of `kubectl version`, as text or as YAML, and in the kubelet
 * versions of nodes. The client's version comes last, because it may differ from that of the server.
 */
const places = [
  /^Server Version: (?:version\.Info\{Major:"\d+", Minor:"\d+\+?", GitVersion:")?(v1\.\d+\.\d+)/m,
  /^serverVersion:\n(?:[ \t].*\n)*?[ \t]+gitVersion: (v1\.\d+\.\d+)/m,
  /\bkubeletVersion: (v1\.\d+\.\d+)/,
  /\bkubectl\/(v1\.\d+\.\d+) \(/,
];

/** Finds the version of Kubernetes that a text is from; undefined where it names none, or none that is known here. */
export function versionIn(text: string): PlayedVersion | undefined {
  for (const place of places) {
    const version = releaseNamed(place.exec(text)?.[1] ?? '');
    if (version !== undefined) return version;
  }
  return undefined;
}
