import type { changes as english } from '../english/changes.ts';
import { countOf, formOf } from './counting.ts';

/** The view of the changes against an earlier step. */
export const changes: typeof english = {
  against: 'Порівняно зі станом',
  nothing: 'без об’єкта',
  stepName,
  sideBySide: 'Поруч',
  diff: 'Що відрізняється. Стрілки переходять від рядка до рядка.',
  wholeText: 'Показати всі рядки',
  lineKinds: { added: 'додано', removed: 'видалено', changed: 'змінено' },
  becomes: 'нове значення',
  was: 'старе значення',
  movedLine: 'переміщено: в іншому тексті той самий рядок стоїть деінде',
  movedHint: 'переміщено',
  ownersHint: 'інші власники, ніж до того',
  bookkeeping: 'змінюється щоразу',
  unchangedLines,
  summary,
  created,
  gone: 'Об’єкта більше немає.',
  effects: {
    refused: 'Цей крок відхилено, тож він нічого не змінив.',
    'dry-run': 'Пробний запуск: ось що він змінив би. Нічого не записано.',
    idle: 'Цей крок нічого не пише в об’єкт.',
  },
  same: 'Об’єкт той самий, і власники ті самі.',
  noObject: 'Тут немає об’єкта для порівняння.',
  moves: 'Змінили власника',
  movesTitle: (count: number) => `Змінили власника: ${countOf(count, 'field')}`,
  before: 'до',
  after: 'після',
  nobody: 'ніхто',
  valueKinds: {
    same: 'те саме значення',
    changed: 'інше значення',
    added: 'нове поле',
    removed: 'поле видалено',
    inside: 'сама мапа або сам список',
    absent: 'немає в об’єкті',
  },
  more: (count: number) => `ще ${count}`,
};

/** Names a step to compare with, such as `after step 2 · scale up`. */
function stepName(place: number, name: string, exists: boolean): string {
  return `після кроку ${place} · ${name}${exists ? '' : ' (об’єкта ще немає)'}`;
}

/** Stands for lines that are left out. With `counters`, fields that every write changes are among them. */
function unchangedLines(count: number, counters: boolean): string {
  const lines = `${count} ${formOf(count, 'рядок такий самий', 'рядки такі самі', 'рядків такі самі')}`;
  return counters ? `${lines}, крім власних лічильників сервера` : lines;
}

/** Says how much differs: how many values are new, changed or gone, and how many fields changed owners. */
function summary({ added, changed, removed, moves }: Parameters<typeof english.summary>[0]): string {
  const values = [
    ...(changed === 0 ? [] : [`інше значення: ${countOf(changed, 'field')}`]),
    ...(added === 0 ? [] : [`додано: ${countOf(added, 'field')}`]),
    ...(removed === 0 ? [] : [`видалено: ${countOf(removed, 'field')}`]),
  ];
  const value = values.length === 0 ? 'значення ті самі' : values.join(', ');
  const moved = moves === 0 ? 'власники ті самі' : `змінили власника: ${countOf(moves, 'field')}`;
  return `${value.charAt(0).toUpperCase()}${value.slice(1)}; ${moved}.`;
}

/** Says of a new object how many fields it has, and how many are owned. */
function created(fields: number, owned: number): string {
  return `Об’єкт новий: полів зі значенням — ${fields}, з власником — ${owned}.`;
}
