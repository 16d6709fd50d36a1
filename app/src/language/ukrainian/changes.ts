import type { changes as english } from '../english/changes.ts';
import { countOf, formOf } from './counting.ts';

/** The object beside itself after an earlier step. */
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
  handsHint: 'інші власники, ніж до того',
  bookkeeping: 'змінюється щоразу',
  unchangedLines,
  summary,
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

/** A step to compare with: `після кроку 2 · масштабування`. */
function stepName(place: number, name: string, exists: boolean): string {
  return `після кроку ${place} · ${name}${exists ? '' : ' (об’єкта ще немає)'}`;
}

/** What stands for lines that are left out. */
function unchangedLines(count: number): string {
  return `${count} ${formOf(count, 'рядок такий самий', 'рядки такі самі', 'рядків такі самі')}`;
}

/** How much differs. */
function summary(values: number, moves: number): string {
  if (values === 0 && moves === 0) return 'Нічого не відрізняється.';
  const value = values === 0 ? 'Значення ті самі' : `Інше значення: ${countOf(values, 'field')}`;
  const hands = moves === 0 ? 'власники ті самі' : `змінили власника: ${countOf(moves, 'field')}`;
  return `${value}; ${hands}.`;
}
