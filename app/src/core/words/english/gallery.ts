/** The gallery, and the blank page. */
export const gallery = {
  examples: 'Examples',
  walk: 'Walk-through',
  walkPlace,
  walkNext: 'Next',
  walkNextExample: 'Next example',
  walkNoNote: 'Nothing is said about this step.',
  command: 'kubectl get deployment NAME -o yaml --show-managed-fields',
  open: 'Examples…',
  gallery: 'Examples',
  search: 'Search the examples',
  searchHint: 'A field, an error, a tool, an issue: replicas, 409, Argo, k/k#99003',
  group: 'Group',
  allGroups,
  groups: {
    'first-steps': 'First steps',
    conflicts: 'Conflicts and force',
    replicas: 'Replicas and autoscalers',
    'giving-up': 'Giving fields up and handing them over',
    lists: 'Lists, maps and their keys',
    'custom-resources': 'Custom resources',
    migration: 'From client-side to server-side apply',
    'client-side': 'Client-side apply',
    values: 'Values that the server changes',
    subresources: 'Status and versions',
    'managed-fields': 'managedFields itself',
    tools: 'Tools and their names',
    'for-authors': 'For authors of controllers',
  },
  found: 'Found',
  none: 'No example is about that. Fewer words may find more.',
  countSentence,
  chosen: 'Chosen example',
  backToList: 'All examples',
  stepThrough: 'Step through it',
  startFrom: 'Start from this example',
  copyLink: 'Copy link',
  copyLinkTo,
  answeredOtherwise: (versions: readonly string[]) => `Answered differently by Kubernetes ${versions.join(', ')}.`,
  welcome: 'See who owns every field',
  welcomeText:
    'Paste a live object into step 1 and its owners appear here. Then add a server-side apply, an update or a patch as another manager, and see what changes, who owns what, and why it conflicts.',
  welcomeCommand: 'Print an object with its managedFields:',
  welcomeExamples: 'Or step through an example',
  welcomeAll,
  exampleSentence,
};

/** The entry that chooses all groups. */
function allGroups(count: number): string {
  return `All ${count}`;
}

/** Says how many examples a search found. */
function countSentence(count: number): string {
  return count === 1 ? '1 example' : `${count} examples`;
}

/** The name of the button that copies the link to a step of an example. */
function copyLinkTo(place: number): string {
  return `Copy the link to step ${place}`;
}

/** The button of the blank page that opens the gallery. */
function welcomeAll(count: number): string {
  return `All ${count} examples`;
}

/** Says why an example could not be opened. */
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

/** Says which step of the example the reader is at. */
function walkPlace(place: number, count: number): string {
  return `Step ${place} of ${count}`;
}
