import type { DifferenceRow, Explanation, NotComparable, NotCompared } from '@managed-fields/live-cluster';
import type { NothingToAsk } from '@managed-fields/player';

/** The dialog *Ask the cluster*. */
export const clusterAsk = {
  open: 'Ask the cluster…',
  title: 'Ask the cluster',
  openWords: 'dry run server prediction compare answer',
  tabs: 'What to ask for',
  thisStep: 'This step',
  allSteps: 'All steps',
  goesOut: 'The request, as it goes out',
  promise: 'It is sent with dryRun=All: the cluster answers as if it did it, and keeps nothing.',
  readsToo: 'Before it, the page reads the object, to see whether it is the one of the scenario.',
  ofAgent: (manager: string) =>
    `The scenario names the manager ${manager} by its User-Agent, which no page can choose; here the query names it.`,
  send: 'Send as a dry run',
  again: 'Send again',
  asking: 'Asking the cluster…',
  cancel: 'Cancel',
  cancelled: 'Cancelled: nothing more is sent.',
  same: (code: number) => `The cluster answers ${code}, the same as predicted.`,
  differs: (count: number) =>
    `The cluster answers otherwise: ${count === 1 ? '1 difference' : `${count} differences`}.`,
  predicted: 'Predicted',
  answered: 'The cluster',
  scenario: 'The scenario',
  now: 'The cluster',
  difference: 'Difference',
  absent: 'none',
  present: 'there',
  times: { kept: 'keeps its time', set: 'gets the time of the request' },
  objects: 'Both objects, line by line: − predicted, + the cluster',
  webhooks: (names: readonly string[]) => `Mutating webhooks of this cluster: ${names.join(', ')}.`,
  notCompared: 'Not compared',
  predictAnew: 'Take the cluster’s object as a live step, and predict anew',
  taken: 'The object of the cluster stands before the step as a live step.',
  notTaken: 'The object could not be taken over.',
  allIntro:
    'Sends the requests of all steps as dry runs, one after the other. The cluster keeps none of them, so a step that builds on another can only be asked where the cluster has what that one would have written.',
  sendAll: 'Send all as dry runs',
  progress: (done: number, all: number) => `${done} of ${all} steps`,
  summary: (same: number, differ: number, rest: number) =>
    `${same} the same, ${differ} different, ${rest} not comparable or nothing to ask.`,
  requestOf: (place: number, count: number) => `Request ${place} of ${count}`,
  isDelete: 'A delete is never sent, not even as a dry run.',
  unpredicted: 'The page failed to predict this step.',
  step: (place: number, name: string) => `${place}. ${name}`,
  nothing: {
    off: 'The step is switched off or empty.',
    live: 'A live object: nothing is sent.',
    definition: 'A definition: the cluster has its own.',
    delete: 'A delete is never sent, not even as a dry run.',
    reads: 'The command writes nothing.',
    unsent: 'Nothing is sent: the step cannot be read, or its kind is not known.',
  } satisfies Record<NothingToAsk, string>,
  parts: {
    code: 'Code',
    message: 'Message',
    reason: 'Reason',
    details: 'Details of the refusal',
    warning: 'Warning',
    order: 'Order of the items in a list, or an empty map or list',
    generation: 'Rise of the generation',
    field: 'Field',
    entry: 'Entry in managedFields',
    'entry-field': 'Owned field',
    'entry-time': 'Time of the entry',
  } satisfies Record<DifferenceRow['part'], string>,
  explanation: (given: Explanation): string => {
    switch (given.code) {
      case 'mutated':
        return 'Neither the request nor the prediction has it: a webhook, a policy or an admission plugin may have set it.';
      case 'admission-plugin':
        return `The admission plugin ${given.name} sets it; it is not played here.`;
      case 'allocated':
        return 'The server hands out this value.';
      case 'webhook':
        return `The webhook ${given.name} refused it.`;
      case 'policy':
        return `The policy ${given.name} refused it.`;
      case 'quota':
        return 'A ResourceQuota of the namespace refused it.';
      case 'limit-range':
        return 'A LimitRange of the namespace refused it.';
      case 'pod-security':
        return 'Pod Security of the namespace refused it.';
      case 'validation':
        return 'The server refuses a value that this page does not; not all of its checks are known here.';
      case 'other-manager':
        return 'The entry is of another manager: somebody changed the object meanwhile.';
      case 'other-version':
        return `The cluster is ${given.cluster}, the scenario ${given.scenario}.`;
    }
  },
  why: (code: NotComparable['code']): string => whys[code],
  needs: (step: number) => `Step ${step} would have written it.`,
  needsSame: 'An earlier request of the same command would have written it, and a dry run is not kept.',
  given: {
    version: 'resourceVersion, which counts the writes of the server',
    uid: 'uid, which the server gave',
    created: 'creationTimestamp, the server’s own time',
    deleted: 'deletionTimestamp itself; whether the object has one is compared',
    phase: 'the time of a volume’s phase; whether it is there is compared',
    generation: 'the generation itself; by how much it rises is compared',
    time: 'times of entries; whether an entry keeps its time is compared',
    order: 'the order of entries, which follows their times',
    name: 'a name that the server makes up',
    'self-link': 'selfLink of servers before v1.20',
    words: 'uids, times and resourceVersions inside of messages, and the order of several errors',
  } satisfies Record<NotCompared, string>,
};

const whys: Readonly<Record<NotComparable['code'], string>> = {
  'other-object': 'Not comparable: the object in the cluster is not the one of the scenario. No dry run was sent.',
  exists: 'Not comparable: the cluster has the object already, the scenario does not. No dry run was sent.',
  missing: 'Not comparable: the cluster does not have the object. No dry run was sent.',
  'no-kind': 'Not comparable: the cluster does not have this kind. No dry run was sent.',
  'no-namespace': 'Not comparable: the cluster does not have the namespace.',
  forbidden: 'Not comparable: the cluster does not let you do this.',
  'dry-run-unknown':
    'Not comparable: the server of this API does not say that it knows dry runs, and might keep what is sent. No dry run was sent.',
  unread: 'Not comparable: the answer is no object.',
  webhook: 'Not comparable: a webhook has side effects, so the cluster plays no dry run of this.',
  moved:
    'Not comparable: the request names a resourceVersion or a uid that the object in the cluster does not have (409 Conflict).',
  unreached: 'The cluster cannot be reached.',
  meanwhile: 'Not comparable: somebody wrote the object while it was asked for. Send it again.',
  server: 'Not comparable: the server itself failed or refused.',
  'too-large': 'The answer is too large to read.',
  front: 'Not comparable: the program that serves this page did not hand the request on.',
  refused: 'The page does not send this request.',
};
