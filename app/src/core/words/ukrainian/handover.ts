import type { HandOverRole, PlannedStep, Recipient } from '@managed-fields/player';
import type { handover as english } from '../english/handover.ts';
import { countOf, formOf, listOf } from './counting.ts';

/** The helper for giving fields to another manager in the safe order. */
export const handover: typeof english = {
  title,
  ownedNow: 'Зараз належить',
  to: 'Кому передати',
  another: 'інший менеджер…',
  manager: 'Менеджер',
  managerHint: 'ім’я менеджера',
  by: 'Як він пише',
  byNames: {
    apply: 'через Server-Side Apply',
    update: 'оновленнями',
    status: 'через /status',
    scale: 'через /scale',
  },
  method: 'У якому порядку',
  methods: {
    share: {
      name: 'Володіти разом, а тоді відмовитися',
      text: 'Він застосовує поле з тим самим значенням, тож воно спільне; тоді інші прибирають його зі своїх файлів.',
    },
    temporary: {
      name: 'Потримає тимчасовий менеджер',
      text: 'Створений для цього менеджер застосовує лише це поле; інші прибирають його зі своїх файлів; перша ж зміна забирає його в тимчасового, і той зникає.',
    },
    'writes-first': {
      name: 'Спершу він пише',
      text: 'Дочекатися, доки він запише інше значення й так забере поле; тоді інші прибирають його зі своїх файлів.',
    },
  },
  temporary: 'Тимчасовий менеджер',
  plan: 'Кроки',
  working: 'Відтворюємо…',
  nameIt: 'Назвіть менеджера, щоб побачити кроки.',
  nothing: 'Передавати нема чого: поле не належить нікому або для нього немає іншого значення.',
  ownsAlready: (to: string) => `${to} уже єдиний власник, тож робити нічого не треба.`,
  conflictNote:
    'Якщо ваш кластер відповість на одне з цих застосувань конфліктом, інший уже записав: поле передано, лишіть як є.',
  add,
  recipient,
  roleSentence,
  fieldAfter,
  gone,
  doneSentence,
  stepName,
  stepNote,
};

function whoOf(owners: readonly { readonly manager: string }[]): string {
  return owners.length === 0 ? 'ніхто' : listOf([...new Set(owners.map(({ manager }) => manager))]);
}

/** Returns the heading of the helper. */
function title(paths: readonly string[]): string {
  return `Передати ${listOf(paths)}`;
}

/** The button that adds the steps. */
function add(count: number): string {
  if (count === 0) return 'Додавати нічого';
  return count === 1 ? 'Додати цей крок' : `Додати ${countOf(count, 'step')}`;
}

/** Describes a recipient in the list. */
function recipient({ manager, by }: Recipient): string {
  return `${manager} · ${handover.byNames[by]}`;
}

/** Says what a step of the plan does. */
function roleSentence({ role, manager, owner }: PlannedStep): string {
  switch (role) {
    case 'takes':
      return `${manager} застосовує поле з тим значенням, яке воно має.`;
    case 'holds':
      return `${manager} застосовує лише це поле з тим значенням, яке воно має.`;
    case 'lets-go':
      return owner?.operation === 'Update'
        ? `Поле прибрано із запису ${owner.manager}: цей менеджер не має конфігурації, з якої міг би його прибрати.`
        : `${owner?.manager ?? manager} застосовує ще раз — без цього поля.`;
    case 'writes':
      return `${manager} пише інше значення — колись він так і зробить.`;
    case 'cleans-up':
      return `${manager} більше нічого не застосовує, щоб відмовитися й від ключа, який мусив застосувати.`;
  }
}

/** Describes a field after a step. */
function fieldAfter({ value, owners }: PlannedStep['fields'][number]): string {
  const owner = owners.length > 1 ? 'власники' : 'власник';
  return `${value ?? 'зникає'}, ${owner} — ${whoOf(owners)}`;
}

/** Says that entries are gone. */
function gone(owners: PlannedStep['gone']): string {
  const vanishes = formOf(owners.length, 'Зникає запис', 'Зникають записи', 'Зникають записи');
  return `${vanishes} ${listOf(owners.map(({ manager }) => manager))}.`;
}

/** Says who owns the fields at the end. */
function doneSentence(done: boolean, to: string, owners: PlannedStep['gone']): string {
  if (done) return `Наприкінці ${to} — єдиний власник, і на жодному кроці поле не було нічиїм.`;
  return `Наприкінці власник — ${whoOf(owners)}, а не лише ${to}.`;
}

/** Returns the name of a step that the helper adds. */
function stepName(role: HandOverRole): string {
  const names: Readonly<Record<HandOverRole, string>> = {
    takes: 'другий власник',
    holds: 'хтось тримає',
    'lets-go': 'відмова',
    writes: 'пише новий власник',
    'cleans-up': 'прибирання',
  };
  return names[role];
}

/** Returns the note of a step that the helper adds. */
function stepNote(step: PlannedStep): string {
  const sentences = [roleSentence(step)];
  if (step.gone.length > 0) sentences.push(gone(step.gone));
  if (step.role === 'takes' || step.role === 'holds') sentences.push(handover.conflictNote);
  return sentences.join(' ');
}
