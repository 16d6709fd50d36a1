import type { ErrorCode, ErrorFacts } from '@managed-fields/reading';
import type { ErrorTool } from '@managed-fields/tools';
import type { errors as english } from '../english/errors.ts';
import { listOf, ofFields } from './counting.ts';

/** The title of each error message. */
const titles: Readonly<Record<ErrorCode, string>> = {
  conflict: 'Конфлікт з іншими менеджерами',
  'undeclared-field': 'Поле, якого немає у схемі',
  'duplicate-key': 'Два елементи з однаковим ключем',
  'wrong-type': 'Значення не того типу',
  'missing-key': 'Елемент без ключа',
  'set-of-maps': 'Елемент, що не пасує до свого списку',
  'managed-fields-sent': 'managedFields у конфігурації',
  'no-manager': 'Немає менеджера полів',
  'bad-manager': 'Недозволене ім’я менеджера полів',
  'unknown-field': 'Невідоме або повторене поле',
  'stale-version': 'Хтось устиг раніше',
  'no-resource-version': 'Немає resourceVersion',
  immutable: 'Поле, яке не можна змінити',
  'union-leftover': 'Два поля, що виключають одне одне',
  'duplicate-value': 'Значення, яке мусить бути унікальним',
  invalid: 'Відхилено перевіркою',
  'no-kind-match': 'Невідомий вид',
  'unknown-patch-type': 'Патч, якого цей вид не приймає',
  'no-last-applied': 'Немає last-applied-configuration',
  'migration-failed': 'Анотацію не вдалося передати',
  'too-large': 'Завеликий об’єкт',
  'gone-version': 'Версія API, якої більше немає',
  undecodable: 'Значення, яке не вміщується в поле',
  malformed: 'Ні YAML, ні JSON',
  'missing-merge-key': 'Елемент без ключа злиття',
  'hidden-duplicate': 'Двічі той самий ключ у списку',
  forbidden: 'Не дозволено',
  webhook: 'Відхилив вебхук допуску',
  'helm-busy': 'Helm ще зайнятий цим релізом',
  'not-found': 'Не знайдено',
  'already-exists': 'Уже існує',
};

const tools: Readonly<Record<ErrorTool, string>> = {
  kubectl: 'kubectl',
  'argo-cd': 'Argo CD',
  flux: 'Flux',
  helm: 'Helm',
  terraform: 'Terraform',
  'terraform-kubectl': 'Terraform (kubectl_manifest)',
  pulumi: 'Pulumi',
  log: 'журнал',
  status: 'відповідь сервера',
};

/** Error texts: what they mean, and a scenario made of them. */
export const errors: typeof english = {
  titles,
  manager: 'Менеджер',
  fields: 'Поля',
  unknownText:
    'Такого повідомлення тут не знають. Відомі повідомлення API-сервера й kubectl про застосування, оновлення та патчі — разом із тим, що навколо них пишуть Argo CD, Flux, Helm, Terraform і Pulumi.',
  cutOff: 'Текст обрізано: конфліктів у ньому більше, ніж названо.',
  scenarioTitle: 'Сценарій із цього',
  noScenario: 'Самим лише запитом такого повідомлення не дістати, тож відтворювати нема чого.',
  reproduced: 'Останній крок, відтворений тут, дає саме це повідомлення.',
  notReproduced: 'Відтворений тут, він дає не зовсім це повідомлення. Доповніть його своїм об’єктом.',
  guessed: 'Повідомлення не називає виду. Якщо він інший, змініть його в кроках.',
  placeholder: 'Вид не вбудований; його визначення складено з цих полів. Поставте на його місце справжнє.',
  complete: 'Значення умовні: поставте на їхнє місце свої.',
  scenarioName,
  fromTool,
  explanation,
  advice,
  ownerSentence,
  kindSentence,
};

/** Returns the title of a scenario that is made of a message. */
function scenarioName({ code }: ErrorFacts): string {
  return titles[code];
}

/** Says which tool printed the message. */
function fromTool(tool: ErrorTool): string {
  return `звідки: ${tools[tool]}`;
}

/** Says which kind the scenario is about. */
function kindSentence(kind: string): string {
  return `Ідеться про ${kind}.`;
}

/** Describes the owner that the conflict is with. */
function ownerSentence({ operation, subresource, apiVersion }: ErrorFacts['managers'][number]): string {
  const how = operation === 'Apply' ? 'через Server-Side Apply' : 'оновленням';
  const where = subresource === '' ? '' : ` через /${subresource}`;
  return `${how}${where}${apiVersion === '' ? '' : ` у ${apiVersion}`}`;
}

/** Explains a message. */
function explanation({ code, managers, fields, data }: ErrorFacts): string {
  const paths = listOf(fields.map(({ path }) => path));
  switch (code) {
    case 'conflict': {
      const count = managers.reduce((sum, manager) => sum + manager.paths.length, 0);
      const who = [...new Set(managers.map(({ manager }) => manager))];
      const which = count === 1 ? 'яким' : 'якими';
      const own = who.length === 1 ? 'володіє' : 'володіють';
      return `Ваша конфігурація хоче інших значень для ${ofFields(count)}, ${which} ${own} ${listOf(who)}. Нічого не записано. Конфлікт — не збій сервера: він питає, хто має вирішувати.`;
    }
    case 'undeclared-field':
      return `${paths}: у схемі цієї версії такого поля немає. Застосування завжди звіряють зі схемою, хоч що б казав --validate. Найчастіше це описка, не той відступ або версія, у якій поля ще немає.`;
    case 'duplicate-key':
      return `${paths}: елементи цього списку розрізняють за ключем, а у двох він однаковий. Застосування таке відхиляє, хоча на сервері такі дублікати після оновлень уже можуть бути.`;
    case 'wrong-type':
      return `${paths}: схема хоче значення іншого типу. У YAML true, 1 чи null без лапок — не текст; текстом їх роблять лапки.`;
    case 'missing-key':
      return `${paths}: елементи цього списку розрізняють за ключем, а в одного його бракує.`;
    case 'set-of-maps':
      return `${paths}: список тепер — набір простих значень, а елемент — мапа. Можливо, коли його писали, список був іншого типу.`;
    case 'managed-fields-sent':
      return 'Застосовувати metadata.managedFields не можна. Так буває, коли вивід kubectl get --show-managed-fields застосовують як є.';
    case 'no-manager':
      return 'Хто застосовує, мусить назватися: параметра fieldManager у запиті немає або він порожній.';
    case 'bad-manager':
      return 'Ім’я менеджера полів — щонайбільше 128 байтів, і всі вони друковані.';
    case 'unknown-field':
      return data['strict'] === 'false'
        ? `${paths}: сервер попередив і пропустив поле. Із --validate=strict він відмовляє.`
        : `${paths}: за суворої перевірки полів сервер відхиляє те, чого в цього виду немає, і те, що стоїть двічі.`;
    case 'stale-version':
      return 'У запиті була resourceVersion давнішого стану, а об’єкт відтоді змінився. Server-Side Apply не потребує resourceVersion, і з ним такого не буває.';
    case 'no-resource-version':
      return 'Цей вид не приймає PUT без resourceVersion, прочитаної перед тим.';
    case 'immutable':
      return `${paths}: після створення об’єкта змінити це не можна. Володіння тут не допоможе, force — теж: об’єкт треба видалити й створити наново.`;
    case 'union-leftover':
      return `${paths}: це поле виключає інше, яке ви задаєте, а воно досі в об’єкті. Нічийне стандартне значення або поле іншого менеджера не зникне від того, що його немає у вашій конфігурації.`;
    case 'duplicate-value':
      return `${paths}: значення мусить бути унікальним серед елементів. Часто елемент дістав новий ключ, наприклад інший номер порту, а старий лишився, бо ним володіє ще хтось.`;
    case 'invalid':
      return `${paths}: об’єкт після злиття не проходить перевірки свого виду. Менеджери полів тут ні до чого, хіба що хибна частина належить комусь іншому.`;
    case 'no-kind-match':
      return `Сервер не знає виду ${data['kind'] ?? ''} в ${data['apiVersion'] ?? 'цій версії'}: його CRD не встановлено або версію більше не обслуговують.`;
    case 'unknown-patch-type':
      return 'Власні ресурси не приймають strategic merge-патчів, а кожен патч мусить мати Content-Type, який каже, що це за патч.';
    case 'no-last-applied':
      return 'Об’єкт створено не через kubectl apply, тож Client-Side Apply не знає, що йому можна видаляти. Анотацію він пише тепер; поля, яких немає у файлі, лишаються.';
    case 'migration-failed':
      return 'kubectl apply --server-side спробував перебрати анотацію Client-Side Apply й натрапив на конфлікт. Саме застосування пройшло.';
    case 'too-large':
      return 'Об’єкт завеликий для etcd — або завеликі його анотації: на всі разом — 262 144 байти. Client-Side Apply зберігає в анотації всю конфігурацію; Server-Side Apply її не потребує.';
    case 'gone-version':
      return 'Запис у managedFields називає версію API, якої в CRD більше немає, тож сервер не може сказати, чим він володіє.';
    case 'undecodable':
      return 'Значення не пасує до типу, який має для нього цей вид.';
    case 'malformed':
      return 'Текст не вдалося прочитати. Відступи в YAML — пробіли, а не табуляції.';
    case 'missing-merge-key':
      return `Strategic merge-патч шукає елементи за ключем ${data['key'] ?? ''}, а в одного його бракує.`;
    case 'hidden-duplicate':
      return 'Два елементи списку мають однаковий ключ. Сервер зберігає обидва, але Client-Side Apply або патч може один утратити.';
    case 'forbidden':
      return `RBAC не дозволяє ${data['verb'] ?? ''} для ${data['resource'] ?? 'цього ресурсу'}. Server-Side Apply потребує patch, а для нового об’єкта — ще й create.`;
    case 'webhook':
      return `Вебхук допуску ${data['webhook'] ?? ''} відхилив запит після злиття. Вебхуки тут не відтворюються.`;
    case 'helm-busy':
      return 'Операція Helm над цим релізом не завершилася або її обірвали. Менеджери полів тут ні до чого: див. helm history і helm rollback.';
    case 'not-found':
      return 'Такого об’єкта немає. Застосування його створило б; патч чи оновлення — ні.';
    case 'already-exists':
      return 'Об’єкт із таким іменем уже є, тож create не пройшов. Застосування натомість змінило б його.';
  }
}

/**
 * Returns what can be done about a conflict, in the order of the documentation; empty for other messages, whose
 * explanation says it.
 */
function advice({ code, managers }: ErrorFacts): readonly string[] {
  if (code !== 'conflict') return [];
  const scaled = managers.some(({ subresource }) => subresource === 'scale');
  return [
    ...(scaled
      ? [
          'Кількість реплік задано через /scale — так робить HorizontalPodAutoscaler. Приберіть replicas зі своєї конфігурації, і працюватимуть обидва.',
        ]
      : []),
    'Приберіть поля: вони лишаться за іншим менеджером, а ви на них більше не претендуватимете.',
    'Візьміть поточні значення: поля будуть спільні, і жоден не змінить їх сам.',
    'Додайте force: діятимуть ваші значення, і поля належатимуть лише вам.',
  ];
}
