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
import { countOf, listOf } from './counting.ts';

/** What a list or a map is of. */
const contents: Readonly<Record<FieldType, string>> = {
  object: 'об’єктів',
  map: 'мап',
  list: 'списків',
  string: 'рядків',
  integer: 'цілих чисел',
  number: 'чисел',
  boolean: 'булевих значень',
  'int-or-string': 'цілих чисел або рядків',
  quantity: 'кількостей',
  any: 'будь-чого',
};

/** The schema of a kind: in its dialog, and in hover and completion of the editor. */
export const schema: typeof english = {
  lens: 'Схема',
  openLens: 'Переглянути схему виду',
  lensWords: 'схема список мапа ключі стандартне злиття crd openapi list type map keys default merge atomic marker',
  lookAround,
  kind: 'Вид',
  kindHint: 'Deployment, Service, …',
  customKinds: 'З визначень',
  kindOption,
  byDefinition,
  pasteCrd: 'Вставити CRD',
  pastedLabel: 'CustomResourceDefinition у форматі YAML або JSON',
  pastedHint: 'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n…',
  useCrd: 'Переглянути',
  backToKinds: 'Назад до видів',
  refused: 'Сервер відхилив би це визначення:',
  noDefinition: 'У цьому тексті немає CustomResourceDefinition.',
  unknownKind: 'Жоден сервер тут не знає цього виду.',
  filter: 'Знайти поле або маркер',
  filterHint: 'ports, atomic, listMapKey=name, .spec.template…',
  treeOf,
  loading: 'Шукаємо…',
  noneFound: 'Такого немає ні в назвах полів, ні в їхніх маркерах.',
  moreFound: 'Є ще; довше слово знайде менше.',
  foundSentence,
  pickField: 'Виберіть поле, щоб прочитати, що про нього каже схема.',
  eachItem: 'кожен елемент',
  eachValue: 'кожне значення',
  required: 'обов’язкове',
  key: 'ключ',
  recursive: 'знову всередині себе',
  facts: {
    type: 'Тип',
    merging: 'Server-Side Apply',
    default: 'Стандартне',
    values: 'Значення',
    markers: 'Маркери',
    strategic: 'Strategic merge-патч',
    required: 'Обов’язкове',
  },
  inOpenApi: 'у CRD',
  inGo: 'у Go',
  typeNames: {
    object: 'об’єкт',
    map: 'мапа',
    list: 'список',
    string: 'рядок',
    integer: 'ціле число',
    number: 'число',
    boolean: 'булеве значення',
    'int-or-string': 'ціле число або рядок',
    quantity: 'кількість',
    any: 'будь-що',
  },
  typeSentence,
  mergesShort,
  mergesSentence,
  defaultSentence,
  defaultShort,
  markerSentence,
  strategicSentence,
  requiredSentence: 'Воно мусить бути.',
  valuesSentence,
  hoverLines,
  completionDetail,
  liveValue: 'що в об’єкті зараз',
  directive: 'директива strategic merge-патча',
};

/** Names a kind in the list: its name, group and version. */
function kindOption({ kind, apiVersion }: KindName): string {
  return `${kind} (${apiVersion})`;
}

/** Says by whose definition a kind is read, where the scenario has none. */
function byDefinition({ project, release }: KnownRelease): string {
  return `За визначенням ${project} ${release}`;
}

type Typed = Pick<SchemaFieldView, 'type' | 'elementType' | 'format'>;

/** The button that opens the schema dialog at a field of a kind. */
function lookAround(kind: string): string {
  return `У схемі ${kind}`;
}

/** Returns the accessible name of the tree of a kind. */
function treeOf(kind: string): string {
  return `Поля ${kind}`;
}

/** Says how much a search found. */
function foundSentence(count: number): string {
  return countOf(count, 'field');
}

/** Names the type of a field, such as `list of object`, `integer (int32)`. */
function typeSentence({ type, elementType, format }: Typed): string {
  const name = schema.typeNames[type];
  if (elementType !== undefined) return `${name} ${contents[elementType]}`;
  return format === undefined || format === type ? name : `${name} (${format})`;
}

type Merging = Pick<SchemaFieldView, 'treatment' | 'type' | 'marker' | 'whole'>;

/** Says in short how a field is merged. */
function mergesShort({ treatment, type, marker }: Merging): string {
  const names: Record<Treatment, string> = {
    fields: type === 'map' ? 'злиття за ключем' : 'злиття за полем',
    items: marker?.value === 'set' ? 'злиття за значенням' : `злиття за ${listOf(marker?.keys ?? [])}`,
    whole: 'заміна цілком',
    value: '',
    inside: 'частина цілого',
  };
  return names[treatment];
}

/** Says how server-side apply merges a field, and what of it can have owners of its own. */
function mergesSentence({ treatment, type, marker, whole }: Merging): string {
  switch (treatment) {
    case 'fields':
      return type === 'map'
        ? 'Зливається: кожен ключ має своїх власників.'
        : 'Зливається: кожне поле має своїх власників.';
    case 'items':
      return marker?.value === 'set'
        ? 'Зливається: кожне значення має своїх власників.'
        : `Зливається: кожен елемент має своїх власників; елементи розрізняють за ${listOf(marker?.keys ?? [])}.`;
    case 'whole':
      return 'Атомарне: належить як одне, і хто застосовує, замінює його цілком.';
    case 'value':
      return 'Одне значення — і належить як одне.';
    case 'inside':
      return `Частина ${whole ?? 'цілого'}, що належить як одне й замінюється цілком; усередині ніщо окремо не належить.`;
  }
}

/** Says which default a field gets, and from where. */
function defaultSentence({ value, source, varies }: NonNullable<SchemaFieldView['default']>): string {
  if (varies) return 'Сервер ставить значення, яке залежить від сусідніх полів.';
  switch (source) {
    case 'schema':
      return `${value}, зі схеми.`;
    case 'server':
      return `${value} — ставить код самого сервера; у схемі цього немає.`;
    case 'key':
      return `${value} стоїть замість нього там, де розрізняють елементи.`;
  }
}

/** Says the default in short. */
function defaultShort({ value, varies }: NonNullable<SchemaFieldView['default']>): string {
  return varies ? 'стандартне залежить' : `стандартне ${value}`;
}

/** Says where a marker comes from, and whether it does anything. */
function markerSentence({ origin, idle, name, value }: MarkerView): string {
  if (idle) {
    return origin === 'unwritten' || origin === 'unknown'
      ? 'Схема нічого не каже, та й маркер нічого не дав би: ціле, до якого це входить, замінюється цілком.'
      : 'Тут він нічого не дає: ціле, до якого це входить, замінюється цілком.';
  }
  switch (origin) {
    case 'written':
      return 'Так каже схема.';
    case 'patch-strategy':
      return 'У схемі немає типу списку; його заступає стратегія патча.';
    case 'entries':
      return name === 'list-type'
        ? 'Тип списку прочитано із записів managedFields; визначення немає.'
        : 'Тип мапи прочитано із записів managedFields; визначення немає.';
    case 'unknown':
      return name === 'list-type'
        ? `Визначення немає, і жоден запис цього не каже; такі списки вважаються ${value}.`
        : `Визначення немає, і жоден запис цього не каже; такі мапи вважаються ${value}.`;
    case 'unwritten':
      return name === 'list-type'
        ? `Схема нічого не каже; для списків стандартно ${value}.`
        : `Схема нічого не каже; для мап стандартно ${value}.`;
  }
}

/** Says how a strategic merge patch treats a field, and where that differs from server-side apply. */
function strategicSentence({ strategies, mergeKey, differs }: StrategicView, keys: readonly string[]): string {
  const retains = strategies.includes('retainKeys') ? ' Ключі, яких патч не називає, відкидаються (retainKeys).' : '';
  const merges = strategies.includes('merge');
  const how = merges
    ? mergeKey === ''
      ? 'Зливається за значенням.'
      : `Зливається за ${mergeKey}.`
    : 'Замінюється цілком.';
  switch (differs) {
    case 'keys':
      return `Зливається лише за ${mergeKey}, а Server-Side Apply розрізняє елементи за ${listOf(keys)}: два елементи, що різняться чимось іншим, для патча — один.${retains}`;
    case 'merges':
      return `${how} Server-Side Apply замінює його цілком.${retains}`;
    case 'replaces':
      return `Замінюється цілком, а Server-Side Apply його зливає.${retains}`;
    case undefined:
      return merges ? `${how}${retains}` : retains.trim();
  }
}

/** Lists the only values that a field may have. */
function valuesSentence(values: readonly string[]): string {
  return values.join(', ');
}

/** Returns the lines of the hover on a field: its type, how it is merged, its keys, its default. */
function hoverLines(field: SchemaFieldView): readonly string[] {
  const { values, required } = field;
  return [
    `${typeSentence(field)}${required ? ', обов’язкове' : ''}`,
    mergesSentence(field),
    ...(field.default === undefined ? [] : [`Стандартне значення: ${defaultSentence(field.default)}`]),
    ...(values.length === 0 ? [] : [`Одне з: ${values.join(', ')}.`]),
  ];
}

/** Describes a field in the completion list of the editor. */
function completionDetail(field: SchemaFieldView): string {
  const parts = [typeSentence(field), field.isKey ? 'ключ' : field.required ? 'обов’язкове' : '', mergesShort(field)];
  return parts.filter((part) => part !== '').join(' · ');
}
