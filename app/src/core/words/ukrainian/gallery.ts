import type { gallery as english } from '../english/gallery.ts';
import { formOf } from './counting.ts';

/** The gallery, and the blank page. */
export const gallery: typeof english = {
  examples: 'Приклади',
  walk: 'Покроково',
  walkPlace,
  walkNext: 'Далі',
  walkNextExample: 'Наступний приклад',
  walkNoNote: 'До цього кроку пояснень немає.',
  command: 'kubectl get deployment NAME -o yaml --show-managed-fields',
  open: 'Приклади…',
  gallery: 'Приклади',
  search: 'Шукати серед прикладів',
  searchHint: 'Поле, помилка, інструмент, issue: replicas, 409, Argo, k/k#99003',
  group: 'Група',
  allGroups,
  groups: {
    'first-steps': 'Перші кроки',
    conflicts: 'Конфлікти й force',
    replicas: 'replicas і HPA',
    'giving-up': 'Відмовитися від поля або передати його',
    lists: 'Списки, мапи та їхні ключі',
    'custom-resources': 'Власні ресурси',
    migration: 'Від Client-Side до Server-Side Apply',
    'client-side': 'Client-Side Apply',
    values: 'Значення, які змінює сервер',
    subresources: 'Статус і версії',
    'managed-fields': 'Самі managedFields',
    tools: 'Інструменти та їхні імена',
    'for-authors': 'Авторам контролерів',
  },
  found: 'Знайдено',
  none: 'Про це прикладів немає. Що менше слів, то більше знайдеться.',
  countSentence,
  chosen: 'Вибраний приклад',
  backToList: 'Усі приклади',
  stepThrough: 'Пройти покроково',
  startFrom: 'Почати з цього прикладу',
  copyLink: 'Копіювати посилання',
  copyLinkTo,
  answeredOtherwise: (versions: readonly string[]) => `Kubernetes ${versions.join(', ')} відповідає інакше.`,
  welcome: 'Побачте, хто володіє кожним полем',
  welcomeText:
    'Вставте об’єкт із кластера в крок 1 — і тут з’являться його власники. Тоді додайте Server-Side Apply, оновлення або патч від іншого менеджера й погляньте, що змінюється, хто чим володіє і звідки конфлікт.',
  welcomeCommand: 'Вивести об’єкт разом із managedFields:',
  welcomeExamples: 'Або пройдіть приклад покроково',
  welcomeAll,
  exampleSentence,
};

function examplesOf(count: number): string {
  return `${count} ${formOf(count, 'приклад', 'приклади', 'прикладів')}`;
}

/** The entry that chooses all groups. */
function allGroups(count: number): string {
  return `Усі ${count}`;
}

/** Says how many examples a search found. */
function countSentence(count: number): string {
  return examplesOf(count);
}

/** The name of the button that copies the link to a step of an example. */
function copyLinkTo(place: number): string {
  return `Копіювати посилання на крок ${place}`;
}

/** The button of the blank page that opens the gallery. */
function welcomeAll(count: number): string {
  return `Усі приклади (${count})`;
}

/** Says why an example could not be opened. */
function exampleSentence(name: string, reason: 'missing' | 'broken' | 'offline'): string {
  switch (reason) {
    case 'missing':
      return `Прикладу «${name}» немає.`;
    case 'broken':
      return `Приклад «${name}» не вдалося прочитати.`;
    case 'offline':
      return `Приклад «${name}» не вдалося завантажити. Чи є мережа?`;
  }
}

/** Says which step of the example the reader is at. */
function walkPlace(place: number, count: number): string {
  return `Крок ${place} з ${count}`;
}
