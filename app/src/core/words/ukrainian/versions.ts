import type { english } from '../english/index.ts';

/** Версія Kubernetes, на якій відтворюється сценарій, і чим версії різняться. */
export const versions: typeof english.versions = {
  compare: 'Що змінилося між версіями',
  compareWith: 'Порівняно з',
  same: 'Відповіді на всі кроки однакові.',
  differ: (steps, all) => `Відповіді різняться: кроків ${steps} з ${all}.`,
  step: (place, name) => `Крок ${place} · ${name}`,
  object: 'Обʼєкт',
  none: 'нічого',
  use: (version) => `Відтворити на ${version}`,
};
