/** An object of a case: `kind/name`, its owners by the same names, and what else it has. */
export interface CaseObject {
  readonly is: string;
  /** Each as `kind/name`, with `!` behind one that the object blocks, and `?` behind one whose uid is another's. */
  readonly owners?: readonly string[];
  readonly finalizers?: readonly string[];
}

/** What is deleted or put in place of what was deleted, and what the controllers then do. */
export interface ControllerCase {
  readonly name: string;
  readonly about: string;
  readonly objects: readonly CaseObject[];
  /** `kind/name` and a policy; `namespace` for that of the case; `+kind/name` creates what was deleted once more. */
  readonly steps: readonly string[];
}

const [a, b, c] = ['map/a', 'map/b', 'map/c'];

/** Each in a namespace of its own. */
export const cases: readonly ControllerCase[] = [
  {
    ...{
      name: 'background',
      about: 'Dependents go after their owner, one after the other.',
      steps: [`${a} Background`],
    },
    objects: [{ is: a }, { is: b, owners: [`${a}!`] }, { is: c, owners: [b] }],
  },
  {
    ...{ name: 'without-policy', about: 'The same where nobody says how.', steps: [a] },
    objects: [{ is: a }, { is: b, owners: [a] }, { is: 'secret/c', owners: [b] }],
  },
  {
    ...{ name: 'two-owners', about: 'One of two owners goes; the other keeps the dependent.', steps: [a] },
    objects: [{ is: a }, { is: b }, { is: c, owners: [a, b] }],
  },
  {
    ...{ name: 'both-owners', about: 'Both owners go, and the dependent with them.', steps: [a, b] },
    objects: [{ is: a }, { is: b }, { is: c, owners: [a, `${b}!`] }],
  },
  {
    ...{
      name: 'made-again',
      about: 'An owner is deleted and made again; its uid is another one.',
      steps: [a, `+${a}`],
    },
    objects: [{ is: a }, { is: b, owners: [a] }, { is: c, owners: [b] }],
  },
  {
    ...{ name: 'finalizer', about: 'A finalizer keeps a dependent, and with it what that owns.', steps: [a] },
    objects: [{ is: a }, { is: b, owners: [a], finalizers: ['example.com/keep'] }, { is: c, owners: [b] }],
  },
  {
    ...{ name: 'owner-with-finalizer', about: 'An owner that is marked and stays keeps its dependents.', steps: [a] },
    objects: [
      { is: a, finalizers: ['example.com/keep'] },
      { is: b, owners: [a] },
    ],
  },
  {
    ...{ name: 'foreground', about: 'Dependents go before their owner.', steps: [`${a} Foreground`] },
    objects: [{ is: a }, { is: b, owners: [`${a}!`] }, { is: c, owners: [`${b}!`] }],
  },
  {
    ...{
      name: 'foreground-blocked',
      about: 'A dependent that blocks stays, and its owner.',
      steps: [`${a} Foreground`],
    },
    objects: [{ is: a }, { is: b, owners: [`${a}!`], finalizers: ['example.com/keep'] }, { is: c, owners: [a] }],
  },
  {
    ...{ name: 'foreground-not-blocked', about: 'One that does not block stays alone.', steps: [`${a} Foreground`] },
    objects: [{ is: a }, { is: b, owners: [a], finalizers: ['example.com/keep'] }],
  },
  {
    ...{ name: 'foreground-deep', about: 'What blocks stands two levels below.', steps: [`${a} Foreground`] },
    objects: [
      { is: a },
      { is: b, owners: [`${a}!`] },
      { is: c, owners: [`${b}!`], finalizers: ['example.com/keep'] },
      { is: 'map/d', owners: [`${a}!`] },
    ],
  },
  {
    ...{
      name: 'foreground-shared',
      about: 'A dependent with another owner stays without the first.',
      steps: [`${a} Foreground`],
    },
    objects: [{ is: a }, { is: b }, { is: c, owners: [`${a}!`, b] }],
  },
  {
    ...{
      name: 'circle',
      about: 'Two that own each other and are deleted in the foreground.',
      steps: [`${a} Foreground`],
    },
    objects: [
      { is: a, owners: [`${b}!`] },
      { is: b, owners: [`${a}!`] },
    ],
  },
  {
    ...{ name: 'orphan', about: 'Dependents stay without their owner.', steps: [`${a} Orphan`] },
    objects: [{ is: a }, { is: b, owners: [`${a}!`] }, { is: c, owners: [b] }],
  },
  {
    ...{ name: 'orphan-two', about: 'One owner is orphaned, and the other goes later.', steps: [`${a} Orphan`, b] },
    objects: [{ is: a }, { is: b }, { is: c, owners: [a, b] }],
  },
  {
    ...{ name: 'unknown-owner', about: 'A dependent of a kind that the server does not have stays.', steps: [a] },
    objects: [{ is: a }, { is: b, owners: [a, 'nothing/x'] }],
  },
  {
    ...{
      name: 'workload',
      about: 'A Deployment with its ReplicaSet and Pod, as kubectl deletes it.',
      steps: ['deployment/web Background'],
    },
    objects: [
      { is: 'deployment/web' },
      { is: 'replicaset/web', owners: ['deployment/web!'] },
      { is: 'pod/web', owners: ['replicaset/web!'] },
    ],
  },
  {
    ...{ name: 'cluster-owner', about: 'Dependents of an owner that has no namespace.', steps: ['role/a'] },
    objects: [{ is: 'role/a' }, { is: a, owners: ['role/a'] }, { is: 'role/b', owners: ['role/a'] }],
  },
  {
    ...{ name: 'namespace', about: 'A namespace with what is in it.', steps: ['namespace'] },
    objects: [{ is: a }, { is: b, owners: [`${a}!`] }, { is: 'deployment/web' }],
  },
  {
    ...{ name: 'namespace-kept', about: 'An object with a finalizer keeps its namespace.', steps: ['namespace'] },
    objects: [{ is: a, finalizers: ['example.com/keep'] }, { is: b, owners: [a] }, { is: c }],
  },
  {
    ...{
      name: 'namespace-and-foreground',
      about: 'An owner waits, and its namespace goes.',
      steps: [`${a} Foreground`, 'namespace'],
    },
    objects: [{ is: a }, { is: b, owners: [`${a}!`], finalizers: ['example.com/keep'] }],
  },
];
