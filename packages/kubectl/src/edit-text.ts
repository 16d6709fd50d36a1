/** Why the editor opens again: the headline and the lines below it. */
export interface EditReason {
  readonly head: string;
  readonly other: readonly string[];
}

const lastAppliedHeader = `# Please edit the 'last-applied-configuration' annotations below.
# Lines beginning with a '#' will be ignored, and an empty file will abort the edit.
#
`;
const objectHeader = `# Please edit the object below. Lines beginning with a '#' will be ignored,
# and an empty file will abort the edit. If an error occurs while saving this file will be
# reopened with the relevant failures.
#
`;

/**
 * Returns the comment that stands above the edited text. Upstream: k8s.io/kubectl pkg/cmd/util/editor/editoptions.go
 * editHeader.writeTo.
 */
export function editHeader(lastApplied: boolean, reasons: readonly EditReason[]): string {
  const blocks = reasons.map(({ head, other }) => {
    const lines = other.map((line) => `# * ${hashed(line)}\n`).join('');
    return `# ${hashed(head)}${other.length > 0 ? ':' : ''}\n${lines}#\n`;
  });
  return `${lastApplied ? lastAppliedHeader : objectHeader}${blocks.join('')}`;
}

/** Makes comments of the further lines of a text. Upstream: editoptions.go hashOnLineBreak. */
function hashed(text: string): string {
  return text.replace(/\n(?=[^#])/g, '\n# ');
}

/** Removes the comment lines of a text. Upstream: k8s.io/kubectl pkg/cmd/util/helpers.go ManualStrip. */
export function withoutComments(text: string): string {
  const lines = text.split('\n');
  const kept = lines.map((line, index) => {
    const trimmed = line.trim();
    if (trimmed.startsWith('#') && !trimmed.startsWith('#!')) return '';
    return index < lines.length - 1 ? `${line}\n` : line;
  });
  return kept.join('');
}
