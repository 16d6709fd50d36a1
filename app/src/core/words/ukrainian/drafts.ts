import type { drafts as english } from '../english/drafts.ts';
import { countOf } from './counting.ts';

/** The open scenario, and the drafts in the browser. */
export const drafts: typeof english = {
  untitled: 'Сценарій без назви',
  scenarioTitle: 'Назва сценарію',
  open: 'Відкрити',
  openDraft: 'Відкрити чернетку',
  sharedBanner: (title: string) =>
    `Перед вами сценарій, яким поділилися${title === '' ? '' : `: «${title}»`}. Вашу чернетку не змінено.`,
  exampleBanner: 'Перед вами приклад. Вашу чернетку не змінено.',
  changedBanner: 'Ваші зміни зберігаються в цьому браузері окремою чернеткою.',
  changedInTab: 'Ваші зміни зберігаються лише в цій вкладці: браузер більше нічого не приймає.',
  editCopy: 'Редагувати копію',
  backToDraft: 'До моєї чернетки',
  openMenu: 'Чернетки, приклади й тема',
  drafts: 'Чернетки в цьому браузері',
  newDraft: 'Новий сценарій',
  noDrafts: 'Поки що жодної: тут зберігається те, що ви пишете.',
  deleteDraft: 'Видалити цю чернетку',
  manage: 'Усі чернетки…',
  rename: 'Перейменувати',
  duplicate: 'Дублювати',
  delete: 'Видалити',
  onScreen: 'на екрані',
  whereKept:
    'Чернетки є лише в цьому браузері. Щоб мати сценарій деінде, завантажте його або скопіюйте посилання на нього.',
  startOver: 'Почати спочатку',
  startOverDraft: 'Почати з чистої сторінки',
  downloadScenario: 'Завантажити сценарій',
  downloadScenarioWords: 'зберегти експорт файл save export yaml file',
  copyOf,
  renameSentence: (name: string) => `Перейменувати «${name}»`,
  duplicateSentence: (name: string) => `Дублювати «${name}»`,
  deleteSentence: (name: string) => `Видалити «${name}»`,
  openAsText: 'Відкрити як текст',
  openAsTextSentence: (name: string) => `Відкрити «${name}» як текст`,
  download: 'Завантажити',
  downloadSentence: (name: string) => `Завантажити «${name}»`,
  showList: 'Показати чернетки',
  elsewhere:
    'Адреса називає чернетку з іншого браузера або вже видалену. Попросіть у того, хто її надіслав, посилання: його робить «Поділитися».',
  unopenedSentence: (title: string) =>
    `Минулого разу чернетка${title === '' ? '' : ` «${title}»`} так і не з’явилася на екрані, тому її не відкрито знову. Прочитайте її як текст, завантажте або видаліть.`,
  deletedSentence,
  draftSentence,
  storageSentence,
};

/** Returns the title of a copy. */
function copyOf(title: string): string {
  return title === '' ? 'Копія' : `${title} (копія)`;
}

/** Says that a draft was deleted. */
function deletedSentence(title: string): string {
  return title === '' ? 'Чернетку видалено.' : `Чернетку «${title}» видалено.`;
}

/** Says that the draft is not being stored, and why. */
function storageSentence(reason: 'blocked' | 'full'): string {
  const where = 'лише в цій вкладці й зникне разом із нею. «Поділитися» зробить посилання або файл';
  return reason === 'full'
    ? `Сховище цього браузера заповнене: чернетка є ${where}.`
    : `Цей браузер блокує сховище: чернетка є ${where}.`;
}

/** Says how many steps a draft has and when it was stored; `saved` as RFC 3339. */
function draftSentence(steps: number, saved: string): string {
  const when = new Date(saved).toLocaleString('uk', { dateStyle: 'medium', timeStyle: 'short' });
  return `${countOf(steps, 'step')} · ${when}`;
}
