import type {
  FoundObject,
  Joined,
  MissingFile,
  OtherDocument,
  ReadingProblem,
  StepReading,
} from '@managed-fields/reading';
import { countOf, listOf } from './counting.ts';

/** The dialog for texts that the user pastes, drops or opens: what a text was read as, and what becomes of it. */
export const bring = {
  title: 'Paste or open',
  open: 'Paste or open…',
  errorTitle: 'Error text',
  openError: 'Error text…',
  searchWords: 'import upload file drop curl http kubectl list manifest',
  errorWords: 'message terminal conflict paste explain',
  field: 'What was pasted',
  placeholder:
    'A manifest or several, kubectl get -o yaml, kind: List, JSON, a scenario file, an HTTP request, a curl or kubectl line, or what a terminal printed',
  errorPlaceholder: 'error: Apply failed with 1 conflict: conflict with "…": .spec.replicas',
  chooseFiles: 'Choose files…',
  drop: 'Drop files anywhere on the page.',
  dropHere: 'Drop to open',
  reading: 'Reading…',
  files: 'Files',
  part: 'What was found',
  becomes: 'Becomes',
  leaveOut: 'left out',
  request: 'Request',
  nothingYet: 'Nothing to read yet.',
  scenarioFound: 'A scenario of the playground',
  scenarioOpens:
    'It opens as a draft of its own. What is on screen stays in the list of drafts, and Undo goes back to it.',
  openScenario: 'Open it',
  brokenScenario: 'A scenario file that cannot be opened:',
  newerScenario: 'This file was made by a newer version of the playground. Reload the page to get it.',
  unreadableFile: 'could not be read.',
  binary: 'is no text.',
  destination: 'Where to',
  add: (place: number | undefined) => (place === undefined ? 'Add as steps' : `Add after step ${place}`),
  fill: 'Begin with it here',
  intoText: (place: number) => `Replace the text of step ${place}`,
  intoStep: (place: number) => `Put it in the place of step ${place}`,
  joinObject: (place: number) => `Join it with the object of step ${place}`,
  joinConflict: (place: number) => `Put it in the place of the made-up object in step ${place}`,
  newScenario: 'New scenario',
  take: (steps: number) => `Take ${countOf(steps, 'step')}`,
  undoable: 'Undo takes it back.',
  split: 'Choose objects or make steps…',
  makeStep: 'Make it a step…',
  explain: 'Explain it…',
  looksLike: {
    http: 'This looks like an HTTP request.',
    curl: 'This looks like a curl command.',
    kubectl: 'This looks like a kubectl command.',
    error: 'This looks like an error message.',
    list: 'This is a list of objects; a step is about one.',
    documents: 'This text holds several documents; only the first counts.',
  },
  natures: {
    live: 'as it stands in a cluster',
    configuration: 'as somebody wrote it',
    definition: 'definition of a kind',
  },
  withManagedFields: 'with managedFields',
  withoutManagedFields: 'without managedFields',
  joinedSentence,
  joinedEnd,
  takenAtOnce,
  countSentence,
  obstacleSentence,
  otherSentence,
  refusalSentence,
  problemSentence,
};

/** Says how a conflict and a live object were joined. */
function joinedSentence({ kind }: Pick<Joined, 'kind'>, object: string, place: number): string {
  switch (kind) {
    case 'pasted':
      return `${object} was pasted with the message: the steps are this object, and an apply of other values of these fields to it.`;
    case 'with-object':
      return `${object} is in step ${place}: the new step applies other values of these fields to it.`;
    case 'with-conflict':
      return `This scenario was made of a conflict. ${object} takes the place of the made-up object, and the apply takes over its kind, namespace and name.`;
  }
}

/** Says whether the joined steps end in the conflict. */
function joinedEnd({ missing }: Pick<Joined, 'missing'>): string {
  if (missing.length === 0)
    return 'Played here, it ends in the same conflict. The values of the apply are placeholders: put yours in their place.';
  const fields = listOf(missing.map(({ manager, paths }) => `${listOf(paths)} of ${manager}`));
  return `Played here, there is no conflict about ${fields}. Paste the object with --show-managed-fields, as it stood when the message came.`;
}

/** Says that an object became the first step without a question. */
function takenAtOnce(object: string): string {
  return `${object} is step 1. Undo takes it back.`;
}

/** Says how much was found in all. */
function countSentence(objects: number, requests: number, listed: number): string {
  const words = [
    objects === 0 ? '' : objects === 1 ? 'One object' : `${objects} objects`,
    requests === 0 ? '' : requests === 1 ? 'one request' : `${requests} requests`,
  ].filter((word) => word !== '');
  const from = listed === 0 ? '' : ', from a list';
  return words.length === 0 ? 'Nothing that can be played.' : `${words.join(' and ')}${from}.`;
}

/** Says why an object may not be what the user meant. */
function obstacleSentence(obstacle: NonNullable<FoundObject['obstacle']>): string {
  switch (obstacle) {
    case 'unknown-kind':
      return 'No built-in kind has this name at this version, and it can be no custom one.';
    case 'tool-file':
      return 'A file for a tool: no server stores it.';
    case 'credentials':
      return 'A kubeconfig. It may hold credentials and is not taken in.';
    case 'no-name':
      return 'It has no metadata.name.';
  }
}

/** Says what a part seems to be that is no object. */
function otherSentence({ code, message }: Pick<OtherDocument, 'code' | 'message'>): string {
  switch (code) {
    case 'unreadable':
      return `Neither YAML nor JSON${message === undefined || message === '' ? '.' : `: ${message}`}`;
    case 'json-patch':
      return 'A JSON patch.';
    case 'managed-fields':
      return 'Entries of managedFields alone. Paste the object around them, so that they can be seen on it.';
    case 'fragment':
      return 'Part of an object, without its kind.';
    case 'described':
      return 'The output of kubectl describe, which leaves out most fields. Paste that of `kubectl get KIND NAME -o yaml --show-managed-fields`.';
    case 'table':
      return 'A table of kubectl get, without fields. Paste the output of `kubectl get KIND NAME -o yaml --show-managed-fields`.';
    case 'foreign':
      return 'Not from Kubernetes: it has no apiVersion and kind.';
  }
}

/** Says why a request cannot become a step. */
function refusalSentence({ code, data }: Extract<StepReading, { readonly kind: 'refused' }>): string {
  switch (code) {
    case 'reads-only':
      return `A ${data['method'] ?? 'GET'} changes nothing, so there is nothing to play.`;
    case 'not-a-resource':
      return `${data['path'] ?? 'This path'} is not the path of a resource.`;
    case 'collection':
      return 'The path names no object. Requests about all objects of a kind are not played.';
    case 'subresource':
      return `The subresource ${data['subresource'] ?? ''} is not played.`;
    case 'content-type':
      return data['contentType'] === ''
        ? 'A PATCH without a Content-Type: nobody can know which kind of patch it is.'
        : `${data['contentType'] ?? ''} is not a kind of patch that a server accepts.`;
  }
}

/** Says which part of a request could not be used. */
function problemSentence({ code, data }: ReadingProblem | MissingFile): string {
  switch (code) {
    case 'body-in-file':
      return `Its body is in ${data['file'] ?? 'a file'}, which is not here. Paste it into the step.`;
    case 'file-missing':
      return data['file'] === '-'
        ? 'It reads its standard input, which is not here. Paste it into the step.'
        : `It reads ${data['file'] ?? 'a file'}, which is not here. Paste it into the step.`;
    case 'query-not-played':
      return `The parameter ${data['name'] ?? ''} does nothing here.`;
    case 'unknown-resource':
      return `Nobody says what kind ${data['resource'] ?? 'the resource'} are. Name the object in the step’s settings.`;
    case 'body-not-played':
      return 'Its options are not played: the object goes at once.';
    case 'bad-setting':
      return `${data['name'] ?? ''}=${data['value'] ?? ''} is left out: the server would refuse it.`;
  }
}
