import type { english } from '../english/index.ts';

/** 场景所用的 Kubernetes 版本，以及版本之间的差异。 */
export const versions: typeof english.versions = {
  compare: '版本之间的变化',
  compareWith: '对比版本',
  same: '每一步的应答都相同。',
  differ: (steps, all) => `${all} 步中有 ${steps} 步的应答不同。`,
  step: (place, name) => `第 ${place} 步 · ${name}`,
  object: '对象',
  none: '无',
  use: (version) => `在 ${version} 上运行`,
};
