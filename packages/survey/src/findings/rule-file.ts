import { isMap, type Value, type ValuePath } from '@managed-fields/merge-engine';
import { readDocuments, type SourceDocument } from '@managed-fields/source';
import type { RuleId } from './finding.ts';
import { isRuleId } from './rules.ts';

/** What a file says of rules: YAML or JSON, `rules: { manual-change: off }`, and `notSeenDays: 180`. */
export interface RuleFile {
  /** The rules that it switches off. */
  readonly off: ReadonlySet<RuleId>;
  /** After how many days a manager counts as not seen any more; undefined where the file does not say. */
  readonly notSeenDays: number | undefined;
  /** What cannot be read; the rest of the file counts. */
  readonly problems: readonly RuleFileProblem[];
}

/**
 * A complaint about such a file, at its place. `syntax`: no YAML, {detail} says why; `form`: something else stands where
 * {name} should; `unknown-rule`: no rule has the id {name}; `unknown-member`: the file has no member {name};
 * `several-documents`: only the first one counts.
 */
export interface RuleFileProblem {
  readonly code: 'syntax' | 'form' | 'unknown-rule' | 'unknown-member' | 'several-documents';
  readonly name: string;
  readonly detail: string;
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
}

/** Reads a file that switches rules off. Never throws; an empty file switches nothing off. */
export function readRuleFile(text: string): RuleFile {
  const [document, second] = readDocuments(text);
  const off = new Set<RuleId>();
  const problems: RuleFileProblem[] = [];
  let notSeenDays: number | undefined;
  if (document === undefined) return { off, notSeenDays, problems };
  const complain = (code: RuleFileProblem['code'], from: number, name: string, detail = '') => {
    problems.push({ code, name, detail, ...placeOf(text, from) });
  };
  const at = (...path: ValuePath) => placeIn(document, path);
  for (const { message, from, severity } of document.problems) {
    if (severity === 'error' || document.value === undefined) complain('syntax', from, '', message);
  }
  if (second !== undefined) complain('several-documents', second.range.from, '');
  const { value } = document;
  if (value === undefined || value === null) return { off, notSeenDays, problems };
  if (!isMap(value)) {
    complain('form', document.range.from, 'rules');
    return { off, notSeenDays, problems };
  }
  for (const [name, member] of value) {
    if (name === 'notSeenDays') {
      const days = typeof member === 'bigint' ? Number(member) : member;
      if (typeof days === 'number' && days > 0) notSeenDays = days;
      else complain('form', at(name), name);
    } else if (name !== 'rules') complain('unknown-member', at(name), name);
    else if (!isMap(member)) complain('form', at(name), name);
    else {
      for (const [id, setting] of member) {
        if (!isRuleId(id)) complain('unknown-rule', at(name, id), id);
        else if (isSwitch(setting)) {
          if (isOff(setting)) off.add(id);
        } else complain('form', at(name, id), id);
      }
    }
  }
  return { off, notSeenDays, problems };
}

/** YAML of Kubernetes reads `on` and `off` as booleans; JSON has the words. */
function isSwitch(setting: Value): setting is boolean | 'on' | 'off' {
  return typeof setting === 'boolean' || setting === 'on' || setting === 'off';
}

function isOff(setting: boolean | 'on' | 'off'): boolean {
  return setting === false || setting === 'off';
}

function placeIn(document: SourceDocument, path: ValuePath): number {
  const found = document.locate(path);
  return found?.key?.from ?? found?.value?.from ?? document.range.from;
}

function placeOf(text: string, from: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, from);
  const start = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: from - start + 1 };
}
