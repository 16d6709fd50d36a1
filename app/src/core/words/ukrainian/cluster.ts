import type { FrontReason } from '@managed-fields/live-cluster';
import type { cluster as english } from '../english/cluster.ts';

type Failure = Parameters<typeof english.failureSentence>[0];

/** Режим кластера: його смуга та вікно, яке відкриває об’єкти кластера. */
export const cluster: typeof english = {
  bar: 'З’єднання з кластером',
  asked: 'Ця адреса просить з’єднатися з кластером і приносить сценарій. З’єднуйтеся, лише якщо відкрили її самі.',
  connect: 'З’єднатися',
  connecting: 'З’єднання з кластером…',
  leave: 'Від’єднатися',
  tryAgain: 'Спробувати ще раз',
  dismiss: 'Сховати',
  user: (name) => `як ${name}`,
  unknownUser: 'користувач невідомий',
  promise: 'Лише читання, стеження та пробні запуски: нічого ніколи не записується.',
  open: 'Відкрити з кластера…',
  openTitle: 'Відкрити з кластера',
  openWords: 'кластер об’єкт простір імен kubectl get live object namespace cluster',
  opened: (name) => `${name} відкрито з кластера.`,
  openTyped: (name, namespace) => `Відкрити ${name} у просторі імен ${namespace}`,
  kindLabel: 'Вид або об’єкт за назвою',
  kindPlaceholder: 'Вид або deploy/web -n prod',
  usual: 'Шукають часто',
  allKinds: 'Усі види',
  clusterWide: 'без простору імен',
  kindCount: (count) => `Видів: ${count}`,
  noKind: 'У кластері немає такого виду.',
  loading: 'Запит до кластера…',
  stale: (groups) => `Сервер не відповів за ${groups.join(', ')}.`,
  secretsNote: 'Назви читаються лише як метадані. Secret читається, лише коли ви введете його назву: secret/НАЗВА.',
  backToKinds: 'Усі види',
  namespace: 'Простір імен',
  allNamespaces: 'усі',
  objectLabel: (kind) => `${kind} за назвою`,
  objectPlaceholder: 'Фільтр за назвою',
  objectCount: (count) => `Об’єктів: ${count}`,
  noObject: 'Об’єктів цього виду немає.',
  listed: (count, remaining, reading) =>
    reading ? `Прочитано ${count}${remaining > 0 ? ` з приблизно ${count + remaining}` : ''}…` : `Об’єктів: ${count}`,
  moreNames: (count) => `Ще ${count}: введіть частину назви.`,
  noResource: (typed) => `У кластері немає ресурсу «${typed}».`,
  noName: (typed) => `«${typed}» не називає об’єкта: введіть вид і назву, наприклад deploy/web.`,
  watch: 'Стежити…',
  failureSentence: ({ kind, code }) => failures[kind](code),
  frontSentence: (reason) => front[reason],
  ruleSentence: (verb, resource, group, namespace) =>
    `Бракує в RBAC: ${verb} для ${group === '' ? resource : `${resource}.${group}`}${namespace === '' ? ' в усіх просторах імен' : ` у просторі імен ${namespace}`}.`,
  role: (namespaced) => (namespaced ? 'Role, яка це дозволяє' : 'ClusterRole, яка це дозволяє'),
  unreadSchema: 'Схему, яку публікує кластер, не вдалося прочитати, тож об’єкт прочитано за схемою найближчої версії.',
  undefinedKind: 'Визначення виду не вдалося прочитати, тож його схему взято з того, що публікує сервер.',
};

/** Що каже програма, яка віддає сторінку, про те, чого вона не передає. */
const front: Readonly<Record<FrontReason, string>> = {
  token:
    'Ця вкладка не має токена для кластера або має старий: відкрийте адресу, яку вивела `managed-fields cluster`, з усім, що стоїть після #.',
  foreign: 'Програма, яка віддає цю сторінку, вважає її чужою. Відкрийте виведену нею адресу без змін.',
  request:
    'Програма, яка віддає цю сторінку, не знає такого запиту й не передала його. Можливо, сторінка іншої версії?',
  'read-only':
    'Програму, яка віддає цю сторінку, запущено з --read-only, тож пробних запусків вона не передає. Кластер не запитано.',
  secrets: 'Програма, яка віддає цю сторінку, передає Secret, лише якщо запущена з --secrets. Кластер не запитано.',
  'too-large': 'Запит більший за будь-який, що його приймає кластер. Його не надіслано.',
  unreached: 'Кластер недосяжний.',
};

const failures: Readonly<Record<Failure['kind'], (code?: number) => string>> = {
  unreached: () => 'Кластер недосяжний: чи працює ще команда, що віддає цю сторінку?',
  timeout: () => 'Кластер не відповів вчасно.',
  status: (code) => `Кластер відповів ${code}:`,
  unread: () => 'За цією адресою відповідає не API Kubernetes, а:',
  'too-large': () => 'Відповідь завелика, щоб її прочитати.',
  refused: () => 'Сторінка не надсилає такого запиту.',
};
