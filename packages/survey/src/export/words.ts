/** What a report says beside names and numbers. */
export interface ReportWords {
  readonly title: string;
  /** One sentence: how many objects, managers and findings. */
  summary(objects: number, managers: number, findings: number): string;
  /** When it was made; the time is written as it is given. */
  made(time: string): string;
  readonly managers: string;
  readonly objects: string;
  readonly findings: string;
  readonly manager: string;
  readonly operations: string;
  readonly object: string;
  readonly fields: string;
  readonly alone: string;
  readonly shared: string;
  readonly oldest: string;
  readonly newest: string;
  readonly bytes: string;
  /** Said below a table of objects that has columns for some managers alone. */
  moreManagers(count: number): string;
}

/** A report in English. */
export const english: ReportWords = {
  title: 'Managers of these objects',
  summary: (objects, managers, findings) =>
    `${count(objects, 'object')}, ${count(managers, 'manager')}, ${count(findings, 'finding')}.`,
  made: (time) => `Made ${time}.`,
  managers: 'Managers',
  objects: 'Objects',
  findings: 'Findings',
  manager: 'Manager',
  operations: 'Operations',
  object: 'Object',
  fields: 'Fields',
  alone: 'Alone',
  shared: 'Shared',
  oldest: 'Oldest write',
  newest: 'Newest write',
  bytes: 'Bytes of managedFields',
  moreManagers: (more) => `${count(more, 'manager')} in fewer objects without a column here.`,
};

function count(number: number, name: string): string {
  return `${number} ${name}${number === 1 ? '' : 's'}`;
}

/** A report in Ukrainian. */
export const ukrainian: ReportWords = {
  title: 'Менеджери цих об’єктів',
  summary: (objects, managers, findings) => `Об’єктів: ${objects}, менеджерів: ${managers}, знахідок: ${findings}.`,
  made: (time) => `Складено ${time}.`,
  managers: 'Менеджери',
  objects: 'Об’єкти',
  findings: 'Знахідки',
  manager: 'Менеджер',
  operations: 'Операції',
  object: 'Об’єкт',
  fields: 'Поля',
  alone: 'Лише його',
  shared: 'Спільні',
  oldest: 'Найдавніший запис',
  newest: 'Найновіший запис',
  bytes: 'Байти managedFields',
  moreManagers: (more) => `Менеджерів у меншій кількості об’єктів, без стовпця тут: ${more}.`,
};

/** A report in Simplified Chinese. */
export const chinese: ReportWords = {
  title: '这些对象的管理器',
  summary: (objects, managers, findings) => `${objects} 个对象，${managers} 个管理器，${findings} 项发现。`,
  made: (time) => `生成于 ${time}。`,
  managers: '管理器',
  objects: '对象',
  findings: '发现',
  manager: '管理器',
  operations: '操作',
  object: '对象',
  fields: '字段',
  alone: '独有',
  shared: '共有',
  oldest: '最早写入',
  newest: '最近写入',
  bytes: 'managedFields 字节数',
  moreManagers: (more) => `另有 ${more} 个管理器，涉及的对象较少，此处没有列。`,
};
