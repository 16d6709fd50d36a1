/** Examples, and the page before anything is written. */
export const gallery = {
  examples: 'Examples',
  welcome: 'See who owns every field',
  welcomeText:
    'Paste a live object into step 1 and its owners appear here. Then add a server-side apply, an update or a patch as another manager, and see what changes, who owns what, and why it conflicts.',
  welcomeCommand: 'Print an object with its managedFields:',
  command: 'kubectl get deployment NAME -o yaml --show-managed-fields',
  welcomeExamples: 'Or step through an example',
  exampleSentence,
};

/** Why an example could not be opened. */
function exampleSentence(name: string, reason: 'missing' | 'broken' | 'offline'): string {
  switch (reason) {
    case 'missing':
      return `There is no example called “${name}”.`;
    case 'broken':
      return `The example “${name}” could not be read.`;
    case 'offline':
      return `The example “${name}” could not be loaded. Is the network there?`;
  }
}
