import type { FrontReason } from '@managed-fields/live-cluster';

/** The failures that have a sentence of their own; the server's own words stand beside it. */
interface Failure {
  readonly kind: 'unreached' | 'timeout' | 'status' | 'unread' | 'too-large' | 'refused';
  readonly code?: number;
}

/** The cluster mode: its bar, and the dialog that opens objects of the cluster. */
export const cluster = {
  bar: 'Connection to the cluster',
  asked: 'This address asks to connect to a cluster, and brings a scenario. Connect only if you opened it yourself.',
  connect: 'Connect',
  connecting: 'Connecting to the cluster…',
  leave: 'Disconnect',
  tryAgain: 'Try again',
  dismiss: 'Dismiss',
  user: (name: string) => `as ${name}`,
  unknownUser: 'user unknown',
  promise: 'Reads, watches and dry runs only: nothing is ever written.',
  open: 'Open from the cluster…',
  openTitle: 'Open from the cluster',
  openWords: 'kubectl get live object namespace',
  opened: (name: string) => `${name} was opened from the cluster.`,
  openTyped: (name: string, namespace: string) => `Open ${name} in ${namespace}`,
  kindLabel: 'Kind, or an object by its name',
  kindPlaceholder: 'A kind, or deploy/web -n prod',
  usual: 'Often looked for',
  allKinds: 'All kinds',
  clusterWide: 'cluster-wide',
  kindCount: (count: number) => (count === 1 ? '1 kind' : `${count} kinds`),
  noKind: 'The cluster has no such kind.',
  loading: 'Asking the cluster…',
  stale: (groups: readonly string[]) => `No answer from the server of ${groups.join(', ')}.`,
  secretsNote: 'Names are read as metadata only. A Secret is read only when you type its name: secret/NAME.',
  backToKinds: 'All kinds',
  namespace: 'Namespace',
  allNamespaces: 'all',
  objectLabel: (kind: string) => `${kind} by its name`,
  objectPlaceholder: 'Filter by name',
  objectCount: objectsOf,
  noObject: 'No object of this kind.',
  listed: (count: number, remaining: number, reading: boolean) =>
    reading ? `${count}${remaining > 0 ? ` of about ${count + remaining}` : ''} read…` : objectsOf(count),
  moreNames: (count: number) => `${count} more: type to narrow the list.`,
  noResource: (typed: string) => `The cluster has no resource “${typed}”.`,
  noName: (typed: string) => `“${typed}” names no object: type a kind and a name, such as deploy/web.`,
  watch: 'Watch…',
  failureSentence: ({ kind, code }: Failure) => failures[kind](code),
  frontSentence: (reason: FrontReason) => front[reason],
  ruleSentence: (verb: string, resource: string, group: string, namespace: string) =>
    `Missing in RBAC: ${verb} on ${group === '' ? resource : `${resource}.${group}`}${namespace === '' ? ' in all namespaces' : ` in the namespace ${namespace}`}.`,
  role: (namespaced: boolean): string => (namespaced ? 'A Role that grants it' : 'A ClusterRole that grants it'),
  unreadSchema:
    'The schema that the cluster publishes could not be read, so the object is read by that of the nearest version.',
  undefinedKind: 'The definition of the kind could not be read, so its schema is taken from what the server publishes.',
};

/** What the program that serves the page says of what it does not hand on. */
const front: Readonly<Record<FrontReason, string>> = {
  token:
    'This tab has no token for the cluster, or an old one: open the address that `managed-fields cluster` printed, with all that stands after its #.',
  foreign: 'The program that serves this page takes it for a foreign one. Open the address that it printed, as it is.',
  request:
    'The program that serves this page does not know this request, and did not hand it on. Is the page of another version?',
  'read-only':
    'The program that serves this page was started with --read-only, so it hands on no dry runs. The cluster was not asked.',
  secrets:
    'The program that serves this page hands on no Secrets unless it is started with --secrets. The cluster was not asked.',
  'too-large': 'The request is larger than any that a cluster takes. It was not sent.',
  unreached: 'The cluster cannot be reached.',
};

const failures: Readonly<Record<Failure['kind'], (code?: number) => string>> = {
  unreached: () => 'The cluster cannot be reached: is the command that serves this page still running?',
  timeout: () => 'The cluster did not answer in time.',
  status: (code) => `The cluster answered ${code}:`,
  unread: () => 'No Kubernetes API answers at this address, but:',
  'too-large': () => 'The answer is too large to read.',
  refused: () => 'The page does not send this request.',
};

function objectsOf(count: number): string {
  return count === 1 ? '1 object' : `${count} objects`;
}
