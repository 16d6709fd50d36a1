/** What log programs put before each line: a time, with the columns of GitHub's logs before it or GitLab's behind it. */
const prefixes: readonly RegExp[] = [
  /^(?:[^\t\n]{0,200}\t[^\t\n]{0,200}\t)?\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?\]?(?: \d\d[OE]\+?)?(?: |$)/,
  /^\[?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?\]?(?: |$)/,
];

/** A text without the time before each of its lines, which logs of pipelines have. */
export function withoutTimes(text: string): string {
  const lines = text.split('\n');
  const filled = lines.filter((line) => line.trim() !== '');
  const prefix = prefixes.find((each) => filled.length > 0 && filled.every((line) => each.test(line)));
  return prefix === undefined ? text : lines.map((line) => line.replace(prefix, '')).join('\n');
}

/** A line of a terminal: what the shell shows before the command, and the command. */
const prompted =
  /^(?:[\w.@:~/\\()[\]-]{0,200}[ ]?[$#%>❯➜] {1,4}|PS [^>\n]{0,200}> ?|\+{1,3} )(?:sudo )?(kubectl|oc|k|cat|helm|flux|argocd|kubecolor)(?:\s|$)/u;

/** A line of a terminal that waits for a command. */
const waiting = /^(?:[\w.@:~/\\()[\]-]{1,200} ?[$#%❯➜]|[$%❯➜]|PS [^>\n]{0,200}>)\s*$/u;

/**
 * A copy of a terminal without its commands: what each of them printed, with a line of dashes between. The same text
 * where nothing in it looks like a terminal or like the log of a pipeline.
 */
export function withoutSession(text: string): string {
  const unix = text.replace(/\r\n?/g, '\n');
  const plain = withoutTimes(unix);
  const lines = plain.split('\n');
  if (!lines.some((line) => prompted.test(line))) return plain === unix ? text : plain;
  const printed = lines.filter((line) => !waiting.test(line)).map((line) => (prompted.test(line) ? '---' : line));
  const documents = printed.join('\n').replace(/^(?:\s*---\n)+/, '');
  return `${documents.trimEnd()}\n`;
}

/** What kubectl prints for people to read, which says little of an object: `describe`, or a table of `get`. */
export function printedForPeople(text: string): 'described' | 'table' | undefined {
  if (/^Name: {2,20}\S/m.test(text) && /^(?:Labels|Annotations|Events|Namespace): {2,20}\S/m.test(text))
    return 'described';
  return /^(?:NAMESPACE {2,200})?NAME {2,200}[A-Z]/.test(text.trimStart()) ? 'table' : undefined;
}
