import type { Behaviour, SettingPlace, Tool } from '@managed-fields/tools';
import type { tools as english } from '../english/tools.ts';
import { listOf } from './counting.ts';

/** Where settings of tools are written. */
const places: Readonly<Record<SettingPlace, string>> = {
  command: 'у командному рядку',
  annotation: 'анотація об’єкта',
  manifest: 'у маніфесті',
  chart: 'у шаблонах чарту',
  application: 'в Application',
  'application-annotation': 'анотація Application',
  kustomization: 'у Kustomization',
  'helm-release': 'у HelmRelease',
  controller: 'прапорець контролера',
  provider: 'прапорець провайдера',
  'object-resource': 'в Object',
  stack: 'налаштування стека',
  resource: 'у ресурсі',
  'resource-option': 'опція ресурсу',
  'kustomization-file': 'у kustomization.yaml',
  program: 'у програмі',
  automatic: 'само собою',
};

/** What tools have for the ways out of a conflict. */
export const tools: typeof english = {
  tool: 'Інструмент',
  copy: 'Копіювати',
  places,
  withoutMinus: 'Приберіть рядки з мінусом.',
  migrate: 'Спершу перебрати записи',
  ownDifferent: 'Це дещо інше:',
  sinceVersion,
  readIn,
  comesTo,
  without,
  behaviourSentence,
};

function sinceVersion(version: string): string {
  return `від ${version}`;
}

/** The accessible name of a link to the file in which a fact was read. */
function readIn(project: string, version: string): string {
  return `Прочитано в ${project} ${version}`;
}

/** Says which way out, whose preview follows, a setting comes to. */
function comesTo(way: string): string {
  return `Виходить «${way}»:`;
}

/** Names the fields that a setting cannot speak of. */
function without(paths: readonly string[]): string {
  return `Так не можна назвати ${listOf(paths)}.`;
}

/** Says what a tool does with a setting; undefined where that is just the way out. */
function behaviourSentence(behaviour: Behaviour, tool: Tool): string | undefined {
  switch (behaviour) {
    case 'plain':
      return undefined;
    case 'if-server-side':
      return 'Якщо застосовує на боці сервера. Якщо ні, поле, яке вже застосовувалося, зникає з об’єкта.';
    case 'always-forces':
      return tool === 'crossplane'
        ? 'Завжди застосовує з force. Вирішувати нічого, і вимкнути force не можна.'
        : 'На боці сервера завжди застосовує з force: жоден конфлікт його не спинить, і вимкнути force не можна.';
    case 'forces-all':
      return 'З force для всіх об’єктів стека. Те саме робить змінна середовища PULUMI_K8S_ENABLE_PATCH_FORCE.';
    case 'no-owners':
      return 'Ніколи не застосовує на боці сервера. Надсилає патч із різницею між чартом і об’єктом (для кастомних ресурсів — між старим чартом і новим), який про власників не питає, перезаписує значення й записується як Update.';
    case 'removes-field':
      return 'Оновлення, у якому поля вже немає, прибирає його з об’єкта, хоч би хто ним володів, якщо воно було в попередньому релізі. Тоді сервер ставить типове значення.';
    case 'puts-object':
      return puts(tool);
    case 'recreates':
      return 'Об’єкт видаляють і створюють заново.';
    case 'recreates-immutable':
      return 'Об’єкт видаляють і створюють заново, і лише коли змінюється незмінне поле. Конфлікту це не вирішує.';
    case 'recreates-changed':
      return 'Об’єкт видаляють і створюють заново щоразу, коли змінюється маніфест.';
    case 'skips-existing':
      return 'Об’єкт застосовують, лише поки його немає. Жодного його поля більше не оновлюють.';
    case 'drift-only':
      return 'Ці поля не чіпають, поки виправляють відхилення. Наступне оновлення релізу запише їх знову.';
    case 'plan-only':
      return 'Зміни цих полів більше не потрапляють до плану. Щойно зміниться щось інше, застосується весь маніфест разом із ними.';
    case 'sends-live':
      return 'Якщо об’єкт уже є, замість значення з Git підставляють і надсилають поточне. Тож полем володіють обидва, а змінює його далі інший.';
    case 'sends-live-of-manager':
      return 'Те саме для кожного поля, у якому маніфест відрізняється від того, чим володіють ці менеджери, — тут і будь-де в об’єкті.';
    case 'sends-state':
      return 'Наступне застосування цього поля не містить. Пізніше оновлення надсилає для всього, чого в маніфесті немає, значення зі стану, тож може знову заволодіти полем.';
    case 'sends-live-until-changed':
      return 'Поки значення в маніфесті те саме, замість нього надсилається значення зі стану: поточне на мить останнього оновлення стану. Якщо значення в маніфесті змінити, надішлеться воно — і буде конфлікт. Список заміняє власний список провайдера, тому мітки й анотації в ньому названо знову.';
    case 'drops-or-sends-live':
      return 'Поле, яке застосував інший менеджер, у застосування не потрапляє; будь-яке інше надсилається з поточним значенням. Індекси — з поточного об’єкта.';
    case 'drops-if-not-own':
      return 'Поле, яким володіють лише інші, у застосування не потрапляє; будь-яке інше надсилається з поточним значенням. Полів усередині списків провайдер не знаходить.';
    case 'moves-own':
      return 'Перше оновлення, що застосовує на боці сервера, робить із власного запису Helm Update запис Apply. Записи інших лишаються, і конфлікт теж.';
    case 'moves-update':
      return 'Переходить усе, чим володіє запис Update цього менеджера, а сам запис зникає: не лише поля, щодо яких конфлікт. Після цього вони не конфліктують.';
    case 'moves-all':
      return 'Усі записи, ім’я менеджера яких починається так, переходять до контролера — для кожного об’єкта, який він застосовує.';
    case 'moves-known':
      return 'Без цього контролер сам перебирає записи kubectl… і before-first-apply. З Merge вони лишаються; значення з Git однаково перемагають.';
    case 'moves-kubectl':
      return 'Перед оновленням провайдер сам перебирає записи kubectl…, before-first-apply і свої власні від застосування на боці клієнта. Ресурс Patch цього не робить.';
    case 'moves-after':
      return 'Після застосування, яке пройшло, kubectl перебирає запис Update з анотацією last-applied-configuration. Для цього конфлікту вже пізно.';
    case 'release-ownership':
      return 'Ідеться про мітки й анотації Helm, які кажуть, до якого релізу належить об’єкт. managedFields лишаються, як були, і конфлікт теж.';
    case 'writes-only':
      return 'Kustomize пише маніфести й нічого не застосовує; конфлікт вирішує той, хто їх застосовує.';
  }
}

function puts(tool: Tool): string {
  const whole = 'Увесь об’єкт заміняють запитом PUT: те, що додали інші й чого немає в маніфесті, зникає.';
  if (tool === 'helm-4') return `${whole} Не поєднується із застосуванням на боці сервера.`;
  return tool === 'flux-helm' ? `${whole} Не діє, якщо реліз застосовує на боці сервера.` : whole;
}
