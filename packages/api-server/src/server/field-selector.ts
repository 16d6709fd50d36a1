import { compareStrings } from '@managed-fields/merge-engine';
import type { ReadSelector } from './label-selector.ts';
import type { Requirement } from './requirement.ts';

/**
 * Parses a field selector such as `metadata.name=web,status.phase!=Running`. In values a backslash stands before `\`, `,`
 * and `=`. Upstream: apimachinery pkg/fields/selector.go ParseSelector, UnescapeValue.
 */
export function parseFieldSelector(text: string): ReadSelector {
  const requirements: Requirement[] = [];
  for (const term of termsOf(text).toSorted(compareStrings)) {
    if (term === '') continue;
    const [, key, operator, escaped] = /^(.*?)(!=|==|=)(.*)$/s.exec(term) ?? [];
    if (key === undefined) {
      return { kind: 'malformed', message: `invalid selector: '${text}'; can't understand '${term}'` };
    }
    const value = unescaped(escaped ?? '');
    if (value.kind === 'malformed') {
      return { kind: 'malformed', message: `invalid field selector: ${value.message}` };
    }
    if (key === '' && value.text === '') continue;
    requirements.push({ kind: operator === '!=' ? 'differs' : 'equals', key, value: value.text });
  }
  return { kind: 'selector', requirements };
}

/** Splits at the commas that no backslash stands before. */
function termsOf(text: string): readonly string[] {
  const terms: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === ',') {
      terms.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...terms, text.slice(from)];
}

function unescaped(
  written: string,
): { readonly kind: 'text'; readonly text: string } | { readonly kind: 'malformed'; readonly message: string } {
  let text = '';
  let isEscaped = false;
  for (const character of written) {
    const isSpecial = ['\\', ',', '='].includes(character);
    if (isEscaped && !isSpecial) return { kind: 'malformed', message: `invalid escape sequence: \\${character}` };
    if (!isEscaped && isSpecial && character !== '\\') {
      return { kind: 'malformed', message: `unescaped character in value: ${character.codePointAt(0)}` };
    }
    isEscaped = !isEscaped && isSpecial;
    if (!isEscaped) text += character;
  }
  return isEscaped ? { kind: 'malformed', message: 'invalid escape sequence: \\' } : { kind: 'text', text };
}
