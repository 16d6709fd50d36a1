import type {
  FieldType,
  KindName,
  KnownRelease,
  MarkerView,
  SchemaFieldView,
  StrategicView,
  Treatment,
} from '@managed-fields/player';
import type { schema as english } from '../english/schema.ts';
import { listOf, spaced } from './counting.ts';

const typeNames: Readonly<Record<FieldType, string>> = {
  object: '对象',
  map: '映射',
  list: '列表',
  string: '字符串',
  integer: '整数',
  number: '数值',
  boolean: '布尔值',
  'int-or-string': '整数或字符串',
  quantity: '数量',
  any: '任意值',
};

/** The schema of a kind: in its dialog, and in hover and completion of the editor. */
export const schema: typeof english = {
  lens: '模式',
  openLens: '查看某个类别的模式',
  lensWords: '模式 列表 映射 键 默认值 合并 原子 标记 crd openapi list type map keys default merge atomic marker',
  lookAround,
  kind: '类别',
  kindHint: 'Deployment、Service…',
  customKinds: '来自定义',
  kindOption,
  byDefinition,
  pasteCrd: '粘贴 CRD',
  pastedLabel: 'CustomResourceDefinition，YAML 或 JSON 格式',
  pastedHint: 'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n…',
  useCrd: '查看',
  backToKinds: '返回类别列表',
  refused: '服务器会拒绝此定义：',
  noDefinition: '此文本中没有 CustomResourceDefinition。',
  unknownKind: '这里没有服务器认识此类别。',
  filter: '查找字段或标记',
  filterHint: 'ports、atomic、listMapKey=name、.spec.template…',
  treeOf,
  loading: '正在查找…',
  noneFound: '没有名称或标记与之匹配的字段。',
  moreFound: '还有更多；更长的关键词可以缩小范围。',
  foundSentence,
  pickField: '选择一个字段，查看模式对它的说明。',
  eachItem: '每个列表项',
  eachValue: '每个值',
  required: '必需',
  key: '键',
  recursive: '递归嵌套',
  facts: {
    type: '类型',
    merging: '服务器端应用',
    default: '默认值',
    values: '可取值',
    markers: '标记',
    strategic: '策略性合并补丁',
    required: '必需',
  },
  inOpenApi: '在 CRD 中',
  inGo: '在 Go 中',
  typeNames,
  typeSentence,
  mergesShort,
  mergesSentence,
  defaultSentence,
  defaultShort,
  markerSentence,
  strategicSentence,
  requiredSentence: '必须存在。',
  valuesSentence,
  hoverLines,
  completionDetail,
  liveValue: '对象中的当前值',
  directive: '策略性合并补丁的指令',
};

/** Names a kind in the list: its name, group and version. */
function kindOption({ kind, apiVersion }: KindName): string {
  return `${kind}（${apiVersion}）`;
}

/** Says by whose definition a kind is read, where the scenario has none. */
function byDefinition({ project, release }: KnownRelease): string {
  return `按 ${project} ${release} 的定义`;
}

type Typed = Pick<SchemaFieldView, 'type' | 'elementType' | 'format'>;

/** The button that opens the schema dialog at a field of a kind. */
function lookAround(kind: string): string {
  return `${kind} 的模式`;
}

/** Returns the accessible name of the tree of a kind. */
function treeOf(kind: string): string {
  return `${kind} 的字段`;
}

/** Says how much a search found. */
function foundSentence(count: number): string {
  return `${count} 个字段`;
}

/** Names the type of a field, such as `list of object`, `integer (int32)`. */
function typeSentence({ type, elementType, format }: Typed): string {
  const name = typeNames[type];
  if (elementType !== undefined) return `${typeNames[elementType]}${name}`;
  return format === undefined || format === type ? name : `${name}（${format}）`;
}

type Merging = Pick<SchemaFieldView, 'treatment' | 'type' | 'marker' | 'whole'>;

/** Says in short how a field is merged. */
function mergesShort({ treatment, type, marker }: Merging): string {
  const names: Record<Treatment, string> = {
    fields: type === 'map' ? '按键合并' : '按字段合并',
    items: marker?.value === 'set' ? '按值合并' : `按${spaced(listOf(marker?.keys ?? []))}合并`,
    whole: '整个替换',
    value: '',
    inside: '整体的一部分',
  };
  return names[treatment];
}

/** Says how server-side apply merges a field, and what of it can have owners of its own. */
function mergesSentence({ treatment, type, marker, whole }: Merging): string {
  switch (treatment) {
    case 'fields':
      return type === 'map' ? '合并：每个键各有所有者。' : '合并：每个字段各有所有者。';
    case 'items':
      return marker?.value === 'set'
        ? '合并：每个值各有所有者。'
        : `合并：每个列表项各有所有者；列表项以${spaced(listOf(marker?.keys ?? []))}区分。`;
    case 'whole':
      return '原子：作为一个整体拥有，谁应用它就整个替换。';
    case 'value':
      return '单个值，单独拥有。';
    case 'inside':
      return `属于${spaced(whole ?? '某个整体')}，后者作为一个整体拥有和替换；其中的内容没有单独的所有者。`;
  }
}

/** Says which default a field gets, and from where. */
function defaultSentence({ value, source, varies }: NonNullable<SchemaFieldView['default']>): string {
  if (varies) return '由服务器设置，取决于旁边的字段。';
  switch (source) {
    case 'schema':
      return `${value}，来自模式。`;
    case 'server':
      return `${value}，由服务器自身的代码设置，不在任何模式中。`;
    case 'key':
      return `${value}，区分列表项时以它代替。`;
  }
}

/** Says the default in short. */
function defaultShort({ value, varies }: NonNullable<SchemaFieldView['default']>): string {
  return varies ? '默认值视情况而定' : `默认 ${value}`;
}

/** Says where a marker comes from, and whether it does anything. */
function markerSentence({ origin, idle, name, value }: MarkerView): string {
  if (idle) {
    return origin === 'unwritten' || origin === 'unknown'
      ? '模式没有说明，写了标记也不起作用：它所属的整体会整个替换。'
      : '在这里不起作用：它所属的整体会整个替换。';
  }
  switch (origin) {
    case 'written':
      return '模式如此规定。';
    case 'patch-strategy':
      return '模式没有列表类型，以补丁策略代替。';
    case 'entries':
      return name === 'list-type'
        ? '列表类型读自 managedFields 的条目；没有定义。'
        : '映射类型读自 managedFields 的条目；没有定义。';
    case 'unknown':
      return name === 'list-type'
        ? `没有定义，条目也没有说明；这样的列表按 ${value} 处理。`
        : `没有定义，条目也没有说明；这样的映射按 ${value} 处理。`;
    case 'unwritten':
      return name === 'list-type' ? `模式没有说明；列表默认为 ${value}。` : `模式没有说明；映射默认为 ${value}。`;
  }
}

/** Says how a strategic merge patch treats a field, and where that differs from server-side apply. */
function strategicSentence({ strategies, mergeKey, differs }: StrategicView, keys: readonly string[]): string {
  const retains = strategies.includes('retainKeys') ? '补丁没有提到的键会被去掉（retainKeys）。' : '';
  const merges = strategies.includes('merge');
  const how = merges ? (mergeKey === '' ? '按值合并。' : `按 ${mergeKey} 合并。`) : '整个替换。';
  switch (differs) {
    case 'keys':
      return `只按 ${mergeKey} 合并，而服务器端应用以${spaced(listOf(keys))}区分列表项：其他键不同的两项，对补丁来说是同一项。${retains}`;
    case 'merges':
      return `${how}服务器端应用则整个替换。${retains}`;
    case 'replaces':
      return `整个替换，而服务器端应用会合并。${retains}`;
    case undefined:
      return merges ? `${how}${retains}` : retains;
  }
}

/** Lists the only values that a field may have. */
function valuesSentence(values: readonly string[]): string {
  return values.join('、');
}

/** Returns the lines of the hover on a field: its type, how it is merged, its keys, its default. */
function hoverLines(field: SchemaFieldView): readonly string[] {
  const { values, required } = field;
  return [
    `${typeSentence(field)}${required ? '，必需' : ''}`,
    mergesSentence(field),
    ...(field.default === undefined ? [] : [`默认值：${defaultSentence(field.default)}`]),
    ...(values.length === 0 ? [] : [`可取值：${valuesSentence(values)}。`]),
  ];
}

/** Describes a field in the completion list of the editor. */
function completionDetail(field: SchemaFieldView): string {
  const parts = [typeSentence(field), field.isKey ? '键' : field.required ? '必需' : '', mergesShort(field)];
  return parts.filter((part) => part !== '').join(' · ');
}
