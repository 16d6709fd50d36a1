import type { AnyStep, Goal, Scenario, StepUser, ToolSettings } from '@managed-fields/scenario';
import type { TextRange } from '@managed-fields/source';
import type { SecretKind, SecretSign } from '../finding.ts';

/** A sensitive value with its place. The value itself is not included. */
export interface SecretFinding extends TextRange {
  readonly kind: SecretKind;
  readonly sign: SecretSign;
  /** The step; undefined for a text of the whole scenario. */
  readonly stepId: string | undefined;
  /** The text of the step or of the scenario that `from` and `to` are offsets of. */
  readonly part:
    | 'text'
    | 'file'
    | 'name'
    | 'note'
    | 'manager'
    | 'userAgent'
    | 'user'
    | 'option'
    | 'title'
    | 'about'
    | 'goal';
  /**
   * The name of the file, for a file of a kubectl step; the path of the setting, for one of a tool, `options.release`, or of a
   * user, `extra.scopes.0`; the place of a goal and its member: `0.value`.
   */
  readonly file?: string;
  /** The path, `.stringData.password`, or the name of a command's argument; empty where only the line is known. */
  readonly path: string;
  /** The line, from 1. */
  readonly line: number;
  /** A hash of the value, the same in every scenario. Findings with the same value are replaced together. */
  readonly value: string;
  /** Whether it is in a last-applied annotation. */
  readonly remembered?: true;
  /** Set if it is not replaced because it is the key of a list item: another text would change who owns what. */
  readonly left?: 'list-key';
}

/** The value that a finding is about, as it stands in its scenario; empty where the scenario has no such place. */
export function foundText(
  scenario: Scenario,
  { stepId, part, file = '', from, to }: Pick<SecretFinding, 'stepId' | 'part' | 'file' | 'from' | 'to'>,
): string {
  const step: AnyStep | undefined = scenario.steps.find(({ id }) => id === stepId);
  return (textAt(scenario, step, part, file) ?? '').slice(from, to);
}

function textAt(
  scenario: Scenario,
  step: AnyStep | undefined,
  part: SecretFinding['part'],
  file: string,
): string | undefined {
  switch (part) {
    case 'title':
    case 'about':
      return scenario[part];
    case 'goal':
      return goalTexts(scenario.task?.goals ?? []).find(([path]) => path === file)?.[1];
    case 'file':
      return step?.files?.[file];
    case 'option':
      return toolTexts(step?.tool).find(([path]) => path === file)?.[1];
    case 'user':
      return userTexts(step?.user).find(([path]) => path === file)?.[1];
    default:
      return step?.[part];
  }
}

/** The texts of a tool's settings, each by its path. */
export function toolTexts(tool: ToolSettings | undefined): readonly (readonly [path: string, text: string])[] {
  const { options = {}, ...own } = tool ?? { name: '' };
  return [...Object.entries(own), ...Object.entries(options).map(([name, text]) => [`options.${name}`, text] as const)];
}

/** The texts of whoever sends a request, each by its path. */
export function userTexts(user: StepUser | undefined): readonly (readonly [path: string, text: string])[] {
  const texts: [string, string][] = [];
  if (user !== undefined) {
    withUserTexts(user, (path, text) => {
      texts.push([path, text]);
      return text;
    });
  }
  return texts;
}

/** A user with his texts changed. */
export function withUserTexts(user: StepUser, change: (path: string, text: string) => string): StepUser {
  const all = (path: string, texts: readonly string[]) => texts.map((text, at) => change(`${path}.${at}`, text));
  const { name, groups, uid, extra } = user;
  return {
    name: change('name', name),
    ...(groups && { groups: all('groups', groups) }),
    ...(uid === undefined ? {} : { uid: change('uid', uid) }),
    ...(extra && {
      extra: Object.fromEntries(Object.entries(extra).map(([key, texts]) => [key, all(`extra.${key}`, texts)])),
    }),
  };
}

/** What a scenario contains, for somebody who is about to share it. Plain data that a worker can post. */
export interface SecretsView {
  readonly documents: number;
  /** The size of all texts in UTF-8. */
  readonly bytes: number;
  readonly findings: readonly SecretFinding[];
}

/** What was written into goals: their texts by place and member, such as `0.value`. */
export function goalTexts(goals: readonly Goal[]): readonly (readonly [path: string, text: string])[] {
  return goals.flatMap((goal, place) =>
    Object.entries(goal).flatMap(([member, text]) =>
      typeof text === 'string' && member !== 'kind' && member !== 'operation' ? [[`${place}.${member}`, text]] : [],
    ),
  ) as readonly (readonly [path: string, text: string])[];
}

/** The goals with their texts changed. */
export function withGoalTexts(goals: readonly Goal[], change: (path: string, text: string) => string): readonly Goal[] {
  return goals.map((goal, place) => {
    const changed = goalTexts([goal]).map(([path, text]) => {
      const member = path.slice(path.indexOf('.') + 1);
      return [member, change(`${place}.${member}`, text)] as const;
    });
    return { ...goal, ...Object.fromEntries(changed) };
  });
}
