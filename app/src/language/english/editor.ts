/** The editor of texts: how to get in and out of it by keys. */
export const editor = {
  labelWithKeys,
  tabModes: {
    indents: 'Tab indents · Esc, then Tab leaves · Ctrl+M switches',
    leaves: 'Tab leaves the editor · Ctrl+M switches',
    next: 'Tab leaves the editor now',
  },
};

/** The accessible name of an editor in which Tab indents, and how to get out of it. */
function labelWithKeys(label: string): string {
  return `${label} Tab indents; press Escape, then Tab to leave. Ctrl+M switches whether Tab indents. Ctrl+Space completes.`;
}
