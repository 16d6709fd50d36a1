/** A text that holds a conflict and manifests, taken apart. */
export interface MessageAndManifest {
  readonly message: string;
  readonly manifest: string;
}

/** A line with which a manifest may begin. */
const begins = /^(?:apiVersion|kind|metadata):(?:\s|$)|^(?:---\s*$|\{)/;

/** A line that a manifest may go on with: deeper, empty, a comment, an item, the next field or document, the end. */
const goesOn = /^(?:\s|$|#|---|\.\.\.|[}\]])|^- (?!\.)|^(?!error:)[a-z]\w*:(?:\s|$)/;

/**
 * Takes a text apart that holds a conflict and, before or after it, manifests in YAML or JSON. Undefined where it has
 * only one of both; what stands in the manifests is no message.
 */
export function messageAndManifest(text: string): MessageAndManifest | undefined {
  if (!/Apply failed with \d+ conflict/.test(text) || !/^(?:apiVersion|kind|\{)/m.test(text)) return undefined;
  const [message, manifest]: [string[], string[]] = [[], []];
  let inside = false;
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    const isManifest: boolean = inside ? goesOn.test(line) : begins.test(line);
    if (isManifest && !inside && manifest.length > 0 && !line.startsWith('---')) manifest.push('---');
    (isManifest ? manifest : message).push(line);
    inside = isManifest;
  }
  const apart = { message: message.join('\n'), manifest: manifest.join('\n') };
  return manifest.length > 0 && /Apply failed with \d+ conflict/.test(apart.message) ? apart : undefined;
}
