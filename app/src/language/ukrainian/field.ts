import type {
  AnnotatedText,
  FieldEventView,
  FieldFacts,
  FieldView,
  ManagerView,
  Supposition,
  Unowned,
  WhatIfCase,
} from '@managed-fields/scenario';
import type { field as english } from '../english/field.ts';
import { unique } from '../gist.ts';
import { countOf, formOf, listOf } from './counting.ts';

type Owner = Omit<ManagerView, 'fieldCount' | 'bytes'>;

/** One field: who owns it and what that means, how it came about, and what would happen. */
export const field: typeof english = {
  inspector: 'Поле',
  inspectorEmpty: 'Наведіть на поле, щоб побачити, хто ним володіє; клацніть, щоб воно тут лишилося.',
  resize: 'Висота панелі поля',
  owner: 'Власник',
  owners: 'Власники',
  state: 'Стан',
  notInObject: 'В об’єкті на екрані цього поля немає.',
  handOver: 'Передати…',
  handOverTitle: 'Передати поле іншому менеджеру в безпечному порядку',
  working: 'Шукаємо…',
  failed: 'На це запитання відповіді не було.',
  stateNames: {
    owned: 'один власник',
    shared: 'спільне',
    atomic: 'через атомарне ціле',
    unowned: 'нічиє',
    absent: 'належить, але відсутнє',
  },
  unownedNames: {
    identity: 'нічиє: ім’я',
    default: 'нічиє: стандартне',
    system: 'нічиє: сервер',
    status: 'нічиє: статус',
    untracked: 'нічиє: без обліку',
    unknown: 'нічиє',
  },
  key: 'Позначення',
  keyRows: {
    owned: 'один власник: смужка й тло його кольору',
    shared: 'спільне: смужка для кожного, тло двох кольорів',
    atomic: 'атомарне ціле: рамка, належить і замінюється як одне',
    default: 'нічиє: сіре з крапками знизу — стандартне значення сервера',
    system: 'нічиє: просто сіре — ім’я або те, що пише сам сервер',
    absent: 'належить, але відсутнє: сказано після рядка, в якому воно стояло б',
  },
  schema: 'Схема',
  noSchema: 'Жодна схема нічого про нього не каже.',
  description: 'Опис',
  immutable: 'Незмінне',
  rules: 'Правила',
  rulesNote: 'тут не обчислюються',
  writtenThrough: 'Записується через',
  writtenThroughSentence,
  lastApplied: 'last-applied',
  lastAppliedSentence,
  history: 'Звідки це значення',
  noHistory: 'Досі жоден крок його не зачіпав.',
  eventSentence,
  stepLink,
  requestOf,
  whatIf: 'Що, якби',
  whatIfText: 'Кожен випадок рушій відтворює окремо; нічого не змінюється.',
  whatIfKey: 'За цим полем розрізняють елементи списку: з іншим значенням це був би інший елемент.',
  otherValue: 'інше значення, як YAML',
  supposition,
  caseSentence,
  moreChanges,
  ownerSentence,
  ownerShort,
  ownerKind,
  timeSentence,
  stateName,
  stateSentence,
  hintSentence,
  ownersSentence,
  nobodySentence,
  hoverLines,
};

/** How an owner came to own: `Apply · apps/v1 · 2026-01-01 00:00:04 UTC`. */
function ownerSentence(owner: Owner): string {
  return [`${owner.operation}${through(owner)}`, owner.apiVersion, timeSentence(owner)].join(' · ');
}

/** The same where there is little room: `Update /scale · 2026-01-01 00:00:04 UTC`. */
function ownerShort(owner: Owner): string {
  return `${ownerKind(owner)} · ${owner.time === undefined ? 'без часу' : timeSentence(owner)}`;
}

/** The part of an owner that tells it from others of the same name: `Update /scale`. */
function ownerKind(owner: Pick<Owner, 'operation' | 'subresource'>): string {
  return `${owner.operation}${owner.subresource === '' ? '' : ` /${owner.subresource}`}`;
}

/** When an entry was written last. */
function timeSentence({ time, subresource }: Pick<Owner, 'time' | 'subresource'>): string {
  if (time !== undefined) return time.replace('T', ' ').replace('Z', ' UTC');
  return subresource === 'scale' ? 'без часу: для /scale сервер його не зберігає' : 'без часу';
}

/** The state of a field in a word or two; why, where nobody owns it. */
function stateName({ state, why }: Pick<FieldView, 'state' | 'why'>): string {
  return why === undefined ? field.stateNames[state] : field.unownedNames[why];
}

/** What the state of a field means, in words. */
function stateSentence({ state, leaf, whole, path, atomicRoot, repeated, why }: FieldView): string {
  const together = 'Один із кількох елементів з однаковим ключем: належать і замінюються разом. ';
  const atomic = whole !== true ? '' : repeated ? together : 'Атомарне: належить і замінюється цілком. ';
  switch (state) {
    case 'owned':
      if (atomic !== '') return `${atomic}Ним володіє один менеджер.`;
      return leaf ? 'Ним володіє один менеджер.' : 'Один менеджер володіє самим полем, але не тим, що всередині.';
    case 'shared':
      return `${atomic}Спільне: хто його змінить, той і забере; зникне воно, лише коли не належатиме нікому.`;
    case 'atomic':
      if (repeated)
        return `Належить через ${atomicRoot}, один із кількох елементів з однаковим ключем: належать разом.`;
      return atomicRoot === undefined || atomicRoot === path
        ? 'Атомарне: належить і замінюється цілком.'
        : `Належить через ${atomicRoot}: те атомарне, належить і замінюється цілком.`;
    case 'unowned':
      if (why !== undefined) return nobodySentence(why);
      return leaf ? 'Не належить нікому.' : 'Само не належить нікому; поля всередині мають своїх власників.';
    case 'absent':
      return 'Належить, але в об’єкті його немає: воно порожнє або його відкинуто під час збереження.';
  }
}

/** Why nobody owns a field. */
function nobodySentence(why: Unowned): string {
  switch (why) {
    case 'identity':
      return 'Не належить нікому: воно називає об’єкт, а такими полями не володіють.';
    case 'default':
      return 'Його ніхто не задавав: тут стандартне значення сервера.';
    case 'system':
      return 'Його ніхто не задавав: його пише сам сервер.';
    case 'status':
      return 'Для цієї частини статусу нікого не записано.';
    case 'untracked':
      return 'У об’єкта немає managedFields, тож невідомо, хто його задав.';
    case 'unknown':
      return 'Зараз не належить нікому: можливо, його запис прибрано або стандартного значення тут не знають.';
  }
}

/** Words after a line of the text. */
function hintSentence(
  kind: 'shared' | 'atomic' | 'subresource' | 'absent',
  about: FieldView,
  { managers, fields }: AnnotatedText,
): string {
  const owners = about.owners.flatMap((index) => managers[index] ?? []);
  switch (kind) {
    case 'shared':
      return `спільне: ${listOf(unique(owners.map(({ manager }) => manager)))}`;
    case 'atomic':
      return about.repeated ? 'один із кількох із цим ключем: належать разом' : 'атомарне: належить цілком';
    case 'subresource':
      return owners.map(({ manager, subresource }) => `${manager} /${subresource}`).join(', ');
    case 'absent': {
      const inside = fields.filter(({ state, path }) => state === 'absent' && path.startsWith(about.path));
      const [first] = inside;
      const who = (first?.owners ?? []).flatMap((index) => managers[index]?.manager ?? []);
      const more = inside.length > 1 ? ` +${inside.length - 1}` : '';
      return `належить, але відсутнє: ${first?.path.slice(about.path.length) ?? ''}${more} (${listOf(unique(who))})`;
    }
  }
}

/** Who owns a line, for those who do not see colours: `власник — helm (Apply)`. */
function ownersSentence(owners: readonly Pick<ManagerView, 'manager' | 'operation' | 'subresource'>[]): string {
  if (owners.length === 0) return 'не належить нікому';
  return ownedBy(owners.map((owner) => `${owner.manager} (${ownerKind(owner)})`));
}

/** What the editor's hover says of a field: its path, then a line an owner. */
function hoverLines(about: FieldView, { managers }: AnnotatedText): readonly string[] {
  const owners = about.owners.flatMap((index) => managers[index] ?? []);
  return [about.path, ...owners.map((owner) => `${owner.manager}\n${ownerSentence(owner)}`), stateSentence(about)];
}

/** That a field has to be written through a subresource. */
function writtenThroughSentence(subresource: string): string {
  return `лише через /${subresource}; основний ресурс лишає його як є.`;
}

/** What client-side apply believes of a field. */
function lastAppliedSentence({ says, agrees }: NonNullable<FieldFacts['lastApplied']>): string {
  if (says === undefined) return 'В анотації немає: Client-Side Apply його ні задає, ні видаляє.';
  return agrees
    ? `${says}, як і зараз: Client-Side Apply видалить його, щойно його не стане у файлі.`
    : `${says}, а зараз тут інше: відтоді його змінив хтось інший.`;
}

/** The place of a step, as a link. */
function stepLink(place: number): string {
  return `Крок ${place}`;
}

/** Which request of a command did it. */
function requestOf(place: number): string {
  return `запит ${place}`;
}

/** What a step did to a field. */
function eventSentence(event: FieldEventView): string {
  const by = event.by?.manager ?? 'Сервер';
  const [from, to] = [event.from ?? 'нічого', event.to ?? 'нічого'];
  const names = (owners: readonly { readonly manager: string }[]) => listOf(unique(owners.map((each) => each.manager)));
  const others = event.lost.filter(({ manager }) => manager !== event.by?.manager);
  const taking = others.length === 0 ? '' : ` й забирає в ${names(others)}`;
  const wrote = event.wrote === undefined ? '' : `; написано було ${event.wrote}`;
  const told = (): string => {
    switch (event.code) {
      case 'pasted':
        return 'Було у вставленому об’єкті.';
      case 'set':
        return `${by} задає ${to}${wrote}.`;
      case 'changed':
        return `${by} змінює з ${from} на ${to}${taking}${wrote}.`;
      case 'removed':
        return `${by} видаляє поле.`;
      case 'pruned':
        return `${by}, останній власник, більше його не оголошує: поле видалено.`;
      case 'defaulted':
        return event.from === undefined
          ? `Сервер ставить стандартне значення ${to}.`
          : `Сервер ставить ${to} замість ${from}.`;
      case 'restored':
        return `${by}, останній власник, більше його не оголошує: замість ${from} — стандартне ${to}.`;
      case 'deleted':
        return 'Об’єкт видалено.';
      case 'taken':
        return `${by} забирає поле в ${names(others)}.`;
      case 'given-up':
        return event.owners.length === 0
          ? `${by} більше його не оголошує: поле не належить нікому, а значення й так було стандартним.`
          : `${by} більше його не оголошує; без змін його ${keeps(event.owners)} ${names(event.owners)}.`;
      case 'claimed':
        return event.owners.length > 1
          ? `${by} застосовує те саме значення: поле спільне.`
          : `${by} тепер теж ним володіє.`;
      case 'snapshot':
        return 'Перше застосування до об’єкта без власників: before-first-apply позначає того, хто його писав.';
      case 'folded':
        return 'Понад десять записів Update: найстаріші згорнуто в ancient-changes.';
      case 'erased':
        return 'managedFields спорожнено: поле не належить нікому.';
      case 'rewritten':
        return event.owners.length === 0
          ? `${by} переписує managedFields: поле не належить нікому.`
          : `${by} переписує managedFields: ${ownedBy(unique(event.owners.map((each) => each.manager)))}.`;
      case 'refused':
        return `${by} хоче ${to} й натрапляє на конфлікт із ${names(event.against)}.`;
      case 'rejected':
        return `${by} хоче ${to} й дістає відмову.`;
      case 'schema-changed':
        return event.lost.length > 0
          ? `Визначення змінило, хто полем володіє: ${names(event.lost)} — більше ні.`
          : 'Визначення змінило, хто полем володіє, або його значення.';
    }
  };
  return event.dryRun === true ? `Пробний запуск, нічого не записано: ${told()}` : told();
}

/** What somebody is supposed to do. */
function supposition(what: Supposition, by: string, value: string): string {
  switch (what) {
    case 'leaves-out':
      return `${by} застосовує без нього`;
    case 'writes-without':
      return `${by} записує об’єкт без нього (хто оновлює, не має конфігурації, з якої міг би його прибрати)`;
    case 'applies-same':
      return 'хтось інший застосовує те саме значення';
    case 'applies-other':
      return `хтось інший застосовує ${value}`;
    case 'forces-other':
      return `хтось інший застосовує ${value} з force`;
    case 'updates-other':
      return `хтось інший оновленням ставить ${value}`;
  }
}

/** What it comes to where the server takes it. */
function caseSentence({ before, after, owners }: WhatIfCase, somebody: string): string {
  if (after === undefined) return 'Зникає.';
  const value =
    before === after
      ? `Лишається ${after}`
      : before === undefined
        ? `Стає ${after}`
        : `Змінюється з ${before} на ${after}`;
  const names = unique(owners.map(({ manager }) => (manager === somebody ? 'хтось інший' : manager)));
  return names.length === 0 ? `${value}; не належить нікому.` : `${value}; ${ownedBy(names)}.`;
}

/** That other fields change, too. */
function moreChanges(count: number): string {
  return `${formOf(count, 'Змінилося', 'Змінилися', 'Змінилося')} б ще ${countOf(count, 'field')}.`;
}

function ownedBy(names: readonly string[]): string {
  return `${names.length === 1 ? 'власник' : 'власники'} — ${listOf(names)}`;
}

function keeps(owners: readonly { readonly manager: string }[]): string {
  return unique(owners.map(({ manager }) => manager)).length === 1 ? 'тримає' : 'тримають';
}

function through({ subresource }: Owner): string {
  return subresource === '' ? '' : ` через /${subresource}`;
}
