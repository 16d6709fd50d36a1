import type { Behaviour, SettingPlace, Tool } from '@managed-fields/tools';
import type { tools as english } from '../english/tools.ts';
import { listOf } from './counting.ts';

/** Where settings of tools are written. */
const places: Readonly<Record<SettingPlace, string>> = {
  command: '命令行',
  annotation: '对象的注解',
  manifest: '清单中',
  chart: 'Chart 的模板中',
  application: 'Application 中',
  'application-annotation': 'Application 的注解',
  kustomization: 'Kustomization 中',
  'helm-release': 'HelmRelease 中',
  controller: '控制器的标志',
  provider: 'Provider 的标志',
  'object-resource': 'Object 中',
  stack: 'Stack 的配置',
  resource: '资源中',
  'resource-option': '资源的选项',
  'kustomization-file': 'kustomization.yaml 中',
  program: '程序中',
  automatic: '自动进行',
};

/** What tools have for the ways out of a conflict. */
export const tools: typeof english = {
  tool: '工具',
  copy: '复制',
  places,
  withoutMinus: '去掉带减号的行。',
  migrate: '先接管条目',
  ownDifferent: '这是另一回事：',
  sinceVersion,
  readIn,
  comesTo,
  without,
  behaviourSentence,
};

function sinceVersion(version: string): string {
  return `自 ${version} 起`;
}

/** The accessible name of a link to the file in which a fact was read. */
function readIn(project: string, version: string): string {
  return `出自 ${project} ${version}`;
}

/** Says which way out, whose preview follows, a setting comes to. */
function comesTo(way: string): string {
  return `相当于“${way}”：`;
}

/** Names the fields that a setting cannot speak of. */
function without(paths: readonly string[]): string {
  return `这样无法指明 ${listOf(paths)}。`;
}

/** Says what a tool does with a setting; undefined where that is just the way out. */
function behaviourSentence(behaviour: Behaviour, tool: Tool): string | undefined {
  switch (behaviour) {
    case 'plain':
      return undefined;
    case 'if-server-side':
      return '前提是在服务器端应用。否则，先前应用过的字段会从对象中删除。';
    case 'always-forces':
      return tool === 'crossplane'
        ? '应用时总是强制。没有冲突需要解决，也没有设置可以不强制。'
        : '服务器端应用时总是强制：任何冲突都拦不住它，也没有设置可以不强制。';
    case 'forces-all':
      return '对 Stack 的所有对象都强制。环境变量 PULUMI_K8S_ENABLE_PATCH_FORCE 的作用相同。';
    case 'no-owners':
      return '它从不在服务器端应用，而是发送一个补丁，内容是 Chart 与对象之间的差异（自定义资源则是新旧 Chart 之间的差异）。补丁不问所有者，直接覆盖值，记录为 Update。';
    case 'removes-field':
      return '如果上一个版本的 Release 有该字段，那么不再包含它的那次升级会把它从对象中删除，不论谁拥有它。随后由服务器设置默认值。';
    case 'puts-object':
      return puts(tool);
    case 'recreates':
      return '对象会被删除，再重新创建。';
    case 'recreates-immutable':
      return '对象会被删除，再重新创建，而且仅当不可变字段改变时才如此。它不解决冲突。';
    case 'recreates-changed':
      return '每当清单改变，对象都会被删除，再重新创建。';
    case 'skips-existing':
      return '只有对象尚不存在时才会应用，此后不再更新它的任何字段。';
    case 'drift-only':
      return '纠正漂移时不动这些字段；下一次升级 Release 又会写入它们。';
    case 'plan-only':
      return '这些字段的变化不再引起计划。一旦别处有变化，整个清单会连同它们一起应用。';
    case 'sends-live':
      return '对象已存在时，用当前值代替 Git 中的值发送。因此双方都拥有该字段，而继续更改它的是对方。';
    case 'sends-live-of-manager':
      return '同上，但针对清单与这些管理器所拥有的内容不同的每个字段，不只是这里的，也包括对象中其他位置的。';
    case 'sends-state':
      return '下一次应用不包含该字段。之后的更新会为清单中没有的内容发送状态中的值，因此可能再次拥有该字段。';
    case 'sends-live-until-changed':
      return '只要清单中的值不变，就发送状态中的值来代替它，也就是上次刷新时的当前值。清单中的值一旦改变，就会发送它，并引起冲突。该列表会取代 Provider 自带的列表，因此其中再次列出标签和注解。';
    case 'drops-or-sends-live':
      return '由其他管理器应用的字段不会包含在应用中；其他字段则以当前值发送。索引以当前对象为准。';
    case 'drops-if-not-own':
      return '只由别人拥有的字段不会包含在应用中；其他字段则以当前值发送。Provider 找不到列表中的字段。';
    case 'moves-own':
      return '第一次在服务器端应用的升级，会把 Helm 自己的条目由 Update 变为 Apply。其他管理器的条目不变，冲突依旧。';
    case 'moves-update':
      return '该管理器的 Update 条目所拥有的一切都会转移，条目随之消失，不只是冲突的字段。此后它们不再冲突。';
    case 'moves-all':
      return '管理器名称以此开头的所有条目都转移给该控制器，对它应用的每个对象都如此。';
    case 'moves-known':
      return '不设置时，控制器会自动接管 kubectl… 和 before-first-apply 的条目。设为 Merge 时它们保持不变；Git 中的值仍然优先。';
    case 'moves-kubectl':
      return '更新之前，Provider 会自动接管 kubectl…、before-first-apply 以及它自己在客户端应用时的条目。Patch 资源则不会。';
    case 'moves-after':
      return '应用成功之后，kubectl 才接管带有 last-applied-configuration 注解的 Update 条目。对这次冲突来说已经太晚。';
    case 'release-ownership':
      return '这涉及 Helm 的标签和注解，它们说明对象属于哪个 Release。managedFields 保持不变，冲突依旧。';
    case 'writes-only':
      return 'Kustomize 只生成清单，不应用任何东西；冲突由应用清单的一方决定。';
  }
}

function puts(tool: Tool): string {
  const whole = '整个对象会被 PUT 替换：别人添加而清单中没有的内容都会消失。';
  if (tool === 'helm-4') return `${whole}不能与服务器端应用同时使用。`;
  return tool === 'flux-helm' ? `${whole}如果 Release 在服务器端应用，此设置不起作用。` : whole;
}
