import type { StepUser } from '@managed-fields/scenario';
import { useState } from 'react';
import { TermLabel } from '../../../core/ui/term.tsx';
import { words } from '../../../core/words/language.ts';

/** What a text has where it counts who sends a request: names in expressions, and the groups of roles, reviews and certificates. */
export const asksWho =
  /\b(?:userInfo|authorizer|(?:rbac\.authorization|authentication|authorization|certificates)\.k8s\.io)\b/;

interface UserSettingProps {
  readonly user: StepUser | undefined;
  readonly set: (user: StepUser | undefined) => void;
}

/** Who sends the request; what else is known of a user can be said once he has a name. */
export function UserSetting({ user, set }: UserSettingProps) {
  const { uid, extra } = user ?? {};
  const setOthers = (others: { readonly uid: string | undefined; readonly extra: StepUser['extra'] }) =>
    set(user && withOthers(user, others));
  return (
    <>
      <UserField
        label={words.step.user}
        hint={words.step.userHint}
        placeholder={words.step.userNobody}
        shown={(typed) => shownUser(typed, user)}
        set={(typed) => {
          const named = userOf(typed);
          set(named && withOthers(named, { uid, extra }));
        }}
      />
      {user !== undefined && (
        <>
          <UserField
            label={words.step.userUid}
            hint={words.step.userUidHint}
            placeholder=""
            shown={() => uid ?? ''}
            set={(typed) => setOthers({ uid: typed, extra })}
          />
          <UserField
            label={words.step.userExtra}
            hint={words.step.userExtraHint}
            placeholder="scopes=read, scopes=write"
            shown={(typed) => shownExtra(typed, extra)}
            set={(typed) => setOthers({ uid, extra: extraOf(typed) })}
          />
        </>
      )}
    </>
  );
}

interface UserFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly placeholder: string;
  /** What stands in the field after something was typed there. */
  readonly shown: (typed: string) => string;
  readonly set: (typed: string) => void;
}

/** A field whose text is kept as it is typed while it means the same. */
function UserField({ label, hint, placeholder, shown, set }: UserFieldProps) {
  const [typed, setTyped] = useState('');
  const text = shown(typed);
  return (
    <TermLabel text={hint}>
      {label}
      <input
        type="text"
        size={Math.min(30, Math.max(14, text.length + 1))}
        value={text}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => {
          setTyped(target.value);
          set(target.value);
        }}
      />
    </TermLabel>
  );
}

function withOthers(
  { name, groups }: StepUser,
  { uid, extra }: { readonly uid: string | undefined; readonly extra: StepUser['extra'] },
): StepUser {
  return { name, ...(groups && { groups }), ...(uid ? { uid } : {}), ...(extra && { extra }) };
}

const means = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** What stands in the field of a user after something was typed there. */
export function shownUser(typed: string, user: StepUser | undefined): string {
  const named = user && withOthers(user, { uid: undefined, extra: undefined });
  if (means(userOf(typed), named) && typed !== '') return typed;
  return user === undefined ? '' : [user.name, ...(user.groups ?? [])].join(', ');
}

/** The user that a text names, with the groups after commas; undefined where it names none. */
export function userOf(text: string): StepUser | undefined {
  const [name = '', ...groups] = text.split(',').map((part) => part.trim());
  if (name === '') return undefined;
  const named = groups.filter((group) => group !== '');
  return named.length === 0 ? { name } : { name, groups: named };
}

/** What stands in the field of extra values after something was typed there. */
export function shownExtra(typed: string, extra: StepUser['extra']): string {
  if (means(extraOf(typed), extra) && typed !== '') return typed;
  return Object.entries(extra ?? {})
    .flatMap(([name, values]) => values.map((value) => `${name}=${value}`))
    .join(', ');
}

/** The extra values that a text names, `scopes=read, scopes=write`; undefined where it names none. */
export function extraOf(text: string): StepUser['extra'] {
  const extra = new Map<string, readonly string[]>();
  for (const part of text.split(',')) {
    const at = part.indexOf('=');
    const name = part.slice(0, Math.max(0, at)).trim();
    if (name !== '') extra.set(name, [...(extra.get(name) ?? []), part.slice(at + 1).trim()]);
  }
  return extra.size === 0 ? undefined : Object.fromEntries(extra);
}
