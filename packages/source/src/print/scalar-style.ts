import { byteLength } from '@managed-fields/merge-engine';
import { isBreak } from '../yaml/characters.ts';
import { resolvePlain } from '../yaml/resolve.ts';

/** The style in which a string is printed. */
export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal';

/**
 * Chooses the style of a string: plain if it reads back as the same string, a literal block if it has several lines,
 * else quoted. A key must stay on one line.
 * Upstream: go.yaml.in/yaml/v2 encode.go encoder.stringv, emitterc.go yaml_emitter_select_scalar_style.
 */
export function chooseStyle(text: string, isKey: boolean): ScalarStyle {
  const traits = analyze(text);
  let style: ScalarStyle = text.includes('\n') ? 'literal' : isString(text) ? 'plain' : 'double';
  if (isKey && traits.multiline) style = 'double';
  if (style === 'plain' && !traits.plainAllowed) style = 'single';
  if (style === 'single' && !traits.singleAllowed) style = 'double';
  if (style === 'literal' && (!traits.blockAllowed || isKey)) style = 'double';
  return style;
}

/** Whether a key is marked with `?`: it has several lines or is longer than 128 bytes. */
export function isComplexKey(text: string): boolean {
  return byteLength(text) > 128 || hasBreak(text);
}

/** A time of day or an angle in YAML 1.1; upstream reads them as strings but does not write them so. */
const sexagesimal = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;

/** Whether a reader takes a text without quotes for a string. */
function isString(text: string): boolean {
  if (resolvePlain(text).kind !== 'str') return false;
  return !/^[-+0-9]/.test(text) || !sexagesimal.test(text);
}

interface Traits {
  readonly multiline: boolean;
  readonly plainAllowed: boolean;
  readonly singleAllowed: boolean;
  readonly blockAllowed: boolean;
}

const unremarkable = /^[A-Za-z0-9_./+=()~;^$\\<-][A-Za-z0-9_./+=()~;^$\\<>&*!|'"%@`,[\]{}?-]*$/;
const noTraits: Traits = { multiline: false, plainAllowed: true, singleAllowed: true, blockAllowed: true };

/** Upstream: go.yaml.in/yaml/v2 emitterc.go yaml_emitter_analyze_scalar, outside of flow collections. */
function analyze(text: string): Traits {
  if (text === '') return { multiline: false, plainAllowed: true, singleAllowed: true, blockAllowed: false };
  if (unremarkable.test(text) && !/^(?:---|\.\.\.|-$)/.test(text)) return noTraits;
  const breaks = hasBreak(text);
  const special = !printable.test(text) || / [\n\r\u0085\u2028\u2029]/.test(text);
  const breakSpace = /[\n\r\u0085\u2028\u2029] /.test(text);
  const edge = isSpaceOrBreak(text.charCodeAt(0)) || isSpaceOrBreak(text.charCodeAt(text.length - 1));
  const singleAllowed = !special && !breakSpace;
  return {
    multiline: breaks,
    plainAllowed: singleAllowed && !edge && !breaks && !hasIndicator(text),
    singleAllowed,
    blockAllowed: !special && !text.endsWith(' '),
  };
}

/** Characters that upstream prints as they are: not tabs, and none beyond the basic plane. */
const printable = /^[\n\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd]*$/;

/** Whether the text has an indicator that would end a plain scalar or begin something else. */
function hasIndicator(text: string): boolean {
  return (
    /^(?:---|\.\.\.|[#,[\]{}&*!|>'"%@`]|[?:-](?:[ \t]|$))/.test(text) ||
    /:(?:[ \t]|$)/.test(text.slice(1)) ||
    /[ \t\n\r\u0085\u2028\u2029]#/.test(text)
  );
}

function isSpaceOrBreak(character: number): boolean {
  return character === 0x20 || isBreak(character);
}

function hasBreak(text: string): boolean {
  return /[\n\r\u0085\u2028\u2029]/.test(text);
}
