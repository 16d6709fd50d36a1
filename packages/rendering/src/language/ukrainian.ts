import type { AnnotatedText, FieldView, ManagerView, Notice, Unowned } from '@managed-fields/player';
import type { Outcome, StepKind } from '@managed-fields/scenario';
import { unique } from './names.ts';
import { bytesOf, countOf, formOf, listOf } from './ukrainian-counting.ts';
import type { StaticWords } from './words.ts';

type Owner = Omit<ManagerView, 'fieldCount' | 'bytes'>;

/** What a kind of step is called. */
const kindNames: Readonly<Record<StepKind, string>> = {
  live: 'Об’єкт із кластера',
  apply: 'Server-Side Apply',
  create: 'Створення',
  update: 'Оновлення',
  'merge-patch': 'Merge-патч',
  'strategic-merge-patch': 'Strategic merge-патч',
  'json-patch': 'JSON-патч',
  scale: 'Масштабування',
  status: 'Статус',
  reset: 'Скидання managedFields',
  delete: 'Видалення',
  crd: 'CRD',
  kubectl: 'Команда kubectl',
};

/** How a step ended, as a badge; a step that is switched off says `words.off` instead. */
const outcomeNames: Readonly<Record<Outcome['status'], string>> = {
  created: 'створено',
  changed: 'змінено',
  unchanged: 'без змін',
  deleted: 'видалено',
  read: 'прочитано',
  installed: 'встановлено',
  conflict: 'конфлікт',
  error: 'помилка',
  skipped: 'порожньо',
  'not-played': 'не виконано',
};

/** The state of a field in a word or two. */
const stateNames: Readonly<Record<FieldView['state'], string>> = {
  owned: 'один власник',
  shared: 'спільне',
  atomic: 'через атомарне ціле',
  unowned: 'нічиє',
  absent: 'належить, але відсутнє',
};

/** The same where nobody owns it, with why. */
const unownedNames: Readonly<Record<Unowned, string>> = {
  identity: 'нічиє: ім’я',
  default: 'нічиє: стандартне',
  system: 'нічиє: сервер',
  status: 'нічиє: статус',
  untracked: 'нічиє: без обліку',
  unserved: 'нічиє: стара версія',
  replaced: 'нічиє: запис замінено',
  unknown: 'нічиє',
};

/** What a static view of a scenario says, in Ukrainian. */
export const ukrainian: StaticWords = {
  counting: { bytesOf, countOf, listOf },
  leftOut: {
    characters: (count) => `… ще ${count} ${formOf(count, 'символ', 'символи', 'символів')} не показано`,
    lines: (count) => `Ще ${count} ${formOf(count, 'рядок', 'рядки', 'рядків')} не показано`,
    items: (count) => `Ще ${count} не наведено у списку`,
    editing: (count) =>
      `Цей текст задовгий, щоб редагувати його тут: у ньому ${count} ${formOf(count, 'символ', 'символи', 'символів')}.`,
  },
  field: {
    owner: 'Власник',
    owners: 'Власники',
    state: 'Стан',
    stateNames,
    unownedNames,
    ownerSentence,
    ownerKind,
    ownerShort,
    timeSentence,
    stateName,
    stateSentence,
    hintSentence,
    ownersSentence,
    nobodySentence,
    ownedBy,
  },
  steps: {
    steps: 'Кроки',
    step: 'Крок',
    off: 'вимкнено',
    forced: 'force',
    previousStep: 'Попередній крок',
    nextStep: 'Наступний крок',
    kindNames,
    outcomeNames,
    notPlayed: 'Ця команда тут не виконується, тож нічого не змінює.',
    placeSentence,
  },
  conflict: {
    conflict: 'Конфлікт.',
    serverAnswers: (code) => `Сервер відповідає ${code}.`,
    kubectlExits: 'kubectl завершується з помилкою.',
    field: 'Поле',
    onServer: 'На сервері',
    declares: 'оголошує',
    absentValue: 'відсутнє',
    error: 'Відхилено.',
    warnings: 'Попередження',
    countSentence,
    ways: {
      overwrite: { name: 'Перезаписати', text: 'force: діють ваші значення.' },
      'give-up': { name: 'Відмовитися', text: 'Прибрати поля з файлу.' },
      share: { name: 'Володіти разом', text: 'Оголосити поточні значення.' },
    },
  },
  legend: {
    legend: 'Менеджери',
    nobody: 'ніхто',
    sizeSentence,
  },
  result: {
    stale: 'Не з цього кроку: він не вдався. Це останній вдалий результат.',
    installedText: 'Визначення встановлено; кроки після цього можуть використовувати його вид.',
    noResultText: 'Після цього кроку немає об’єкта, який можна показати.',
    foldedSentence,
    noticeSentence,
  },
  staticView: {
    openInPlayground: 'Відкрити в playground',
    objectAfter: (place) => `Об’єкт після кроку ${place}`,
    declaredText: (place) => `Що надсилає крок ${place}`,
  },
};

/** How an owner came to own: `Apply · apps/v1 · 2026-01-01 00:00:04 UTC`. */
function ownerSentence(owner: Owner): string {
  return [`${owner.operation}${through(owner)}`, owner.apiVersion, timeSentence(owner)].join(' · ');
}

/** The part of an owner that tells it from others of the same name: `Update /scale`. */
function ownerKind(owner: Pick<Owner, 'operation' | 'subresource'>): string {
  return `${owner.operation}${owner.subresource === '' ? '' : ` /${owner.subresource}`}`;
}

/** An owner in short: its kind and when it wrote last. */
function ownerShort(owner: Pick<Owner, 'operation' | 'subresource' | 'time'>): string {
  return `${ownerKind(owner)} · ${owner.time === undefined ? 'без часу' : timeSentence(owner)}`;
}

/** When an entry was written last. */
function timeSentence({ time, subresource }: Pick<Owner, 'time' | 'subresource'>): string {
  if (time !== undefined) return time.replace('T', ' ').replace('Z', ' UTC');
  return subresource === 'scale' ? 'без часу: для /scale сервер його не зберігає' : 'без часу';
}

/** The state of a field in a word or two; why, where nobody owns it. */
function stateName({ state, why }: Pick<FieldView, 'state' | 'why'>): string {
  return why === undefined ? stateNames[state] : unownedNames[why];
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
    case 'replaced':
      return 'Більше не належить нікому: пізніший запис має того самого менеджера, операцію, версію й підресурс, і сервер лишає тільки його.';
    case 'unserved':
      return 'Більше не належить нікому: версії API його запису цей вид уже не має, і наступна зміна прибере запис.';
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

/** Whose it is, in the middle of a sentence. */
function ownedBy(names: readonly string[]): string {
  return `${names.length === 1 ? 'власник' : 'власники'} — ${listOf(names)}`;
}

function through({ subresource }: Owner): string {
  return subresource === '' ? '' : ` через /${subresource}`;
}

/** Where the reader stands among the steps. */
function placeSentence(place: number, count: number, outcome: string | undefined): string {
  return `Крок ${place} з ${count}${outcome === undefined ? '' : ` · ${outcome}`}`;
}

/** How much is in conflict, and with whom: `3 поля у конфлікті з helm і ui`. */
function countSentence(count: number, managers: readonly string[]): string {
  return `${countOf(count, 'field')} у конфлікті з ${listOf(managers)}`;
}

/** Counts and sizes: `7 полів · 312 Б`. */
function sizeSentence({ fieldCount, bytes }: Pick<ManagerView, 'fieldCount' | 'bytes'>): string {
  return `${countOf(fieldCount, 'field')} · ${bytesOf(bytes)}`;
}

/** What stands for managedFields while it is folded. */
function foldedSentence(managers: readonly ManagerView[]): string {
  const bytes = managers.reduce((sum, manager) => sum + manager.bytes, 0);
  return `${countOf(managers.length, 'entry')}, ${bytesOf(bytes)}`;
}

/** What the engine cannot know, or what the object lacks. */
function noticeSentence({ code, data }: Notice): string {
  const kind = data['kind'] ?? 'цього виду';
  switch (code) {
    case 'no-managed-fields':
      return 'У цього об’єкта немає managedFields, тож тут ніхто нічим не володіє. kubectl показує їх, лише якщо попросити; а в об’єкта, якого не змінювали від часів Kubernetes 1.18, їх може й не бути:';
    case 'unmodelled-defaults':
      return `Стандартних значень ${kind} тут не відтворено: справжній сервер додає поля, яких тут бракує. Володіння точне.`;
    case 'unmodelled-strategy':
      return `Що сервер скидає або дописує для ${kind}, тут не відтворено; володіння йде лише за схемою.`;
    case 'unmodelled-validation':
      return `Перевірок ${kind} тут не відтворено: справжній сервер може відхилити те, що тут проходить.`;
    case 'unmodelled-conversion':
      return `Версії ${kind} конвертує вебхук, а його тут не викликають.`;
    case 'known-schema':
      return `${kind} прочитано за визначенням ${data['project'] ?? ''} ${data['release'] ?? ''}. Визначення в самому сценарії завжди має перевагу.`;
    case 'known-schema-lacks':
      return `${kind} прочитано за визначенням ${data['project'] ?? ''} ${data['release'] ?? ''}, якому бракує полів цього об’єкта: їх збережено, а кожен список у них атомарний. Визначення в самому сценарії завжди має перевагу.`;
    case 'published-schema':
      return `${kind} прочитано за схемою, яку публікує кластер (${data['release'] ?? ''}), бо його CustomResourceDefinition прочитати не вдалося. Конвертація й шляхи /scale невідомі. Визначення в самому сценарії завжди має перевагу.`;
    case 'cluster-schema':
      return `${kind} прочитано за схемою самого кластера (${data['release'] ?? ''}); стандартні значення й перевірки — з ${data['version'] ?? ''}, найближчої версії, відомої тут.`;
    case 'nearest-schema':
      return `Власної схеми кластера для ${data['apiVersion'] ?? ''} (${data['release'] ?? ''}) немає: ${kind} прочитано, як у ${data['version'] ?? ''}, найближчій версії, відомій тут.`;
    case 'unreadable-schema':
      return `Власну схему кластера для ${data['apiVersion'] ?? ''} (${data['release'] ?? ''}) прочитати не вдалося: ${kind} прочитано, як у ${data['version'] ?? ''}, найближчій версії, відомій тут.`;
    case 'deduced-schema':
      return `Визначення ${kind} немає. Типи списків прочитано із записів managedFields; списки, про які жоден не каже, вважаються атомарними. Стандартні значення й перевірки невідомі. Визначення виведе команда:`;
    case 'several-documents':
      return `Документів у цьому тексті — ${data['count'] ?? 'кілька'}; рахується лише перший.`;
    case 'list-of-objects':
      return 'Крок стосується одного об’єкта. Розділіть список на кроки або залиште в ньому один об’єкт.';
    case 'older-managed-fields':
      return `managedFields від ${data['managers'] || 'деяких записів'} мають форму Kubernetes 1.16 (fields замість fieldsV1); тут їх прочитано як сьогоднішні.`;
    case 'untracked-subresource':
      return `Статус записано від ${data['managers'] || 'деяких менеджерів'} ще до того, як сервер почав розрізняти субресурси (Kubernetes 1.22), або до того, як цей вид дістав /status: для сервера такий запис і запис через /status — два різні власники.`;
    case 'unknown-kind':
      return `Виду ${data['kind'] ?? ''} немає в ${data['apiVersion'] ?? 'цій версії'}. Його може визначити крок CRD перед цим.`;
    case 'no-name':
      return 'Текст не називає об’єкта: бракує metadata.name.';
    case 'no-object':
      return 'Об’єкта не називає ні текст, ні жоден попередній крок.';
    case 'fields-left-out':
      return `Полів у цьому тексті: ${data['count'] ?? 'забагато'}; власників показано для перших ${data['drawn'] ?? ''}.`;
    case 'problems-left-out':
      return `Проблем у цьому тексті: ${data['count'] ?? 'забагато'}; позначено перші ${data['drawn'] ?? ''}.`;
    case 'empty-text':
      return 'Тут ще нічого не написано.';
  }
}
