/** The editor of texts: how to get in and out of it by keys. */
export const editor = {
  tabIndents: 'Tab indents. Escape, then Tab leaves the editor; Ctrl+M switches what Tab does; Ctrl+Space completes.',
  tabLeaves: 'Tab leaves the editor. Ctrl+M switches what Tab does.',
  tabLeavesOnce: 'Tab now leaves the editor.',
};
