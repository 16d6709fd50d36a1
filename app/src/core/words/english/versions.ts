/** The version of Kubernetes that a scenario is played on, and how versions differ. */
export const versions = {
  compare: 'What changed between versions',
  compareWith: 'Compared with',
  same: 'Every step gets the same answer.',
  differ: (steps: number, all: number) =>
    steps === 1 ? `1 of ${all} steps is answered differently.` : `${steps} of ${all} steps are answered differently.`,
  step: (place: number, name: string) => `Step ${place} · ${name}`,
  object: 'Object',
  none: 'nothing',
  use: (version: string) => `Play on ${version}`,
};
