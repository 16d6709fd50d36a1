import { canonicalQuantity, isMap, parseQuantity, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { textOf } from './terraform-configuration.ts';
import { inOrder, isZero, listOf, mapOfValue } from './terraform-difference.ts';
import type { Argument, Block } from './terraform-schema.ts';

/**
 * A block as the fields of the API that its resource sends. What is zero is left out, but for what is a pointer in Go.
 * Upstream: kubernetes/structures_pod.go, structures_container.go and the like, functions expand….
 */
export function expanded(block: Block, values: ValueMap): ValueMap {
  const fields = new Map<string, Value>();
  for (const argument of block.values()) {
    const { name, api } = argument;
    if (api === undefined || !isSent(name, values, block) || isLeftOut(name, values)) continue;
    const value = values.get(name);
    const made = argument.block === undefined ? scalar(argument, value) : blocks(argument, argument.block, value);
    if (made !== undefined) fields.set(api, made);
  }
  return fields;
}

/** What is wrong with the first quantity that cannot be read, as is found when it is to be sent; undefined where all can. */
export function unreadQuantity(block: Block, values: ValueMap): string | undefined {
  for (const argument of block.values()) {
    const value = values.get(argument.name);
    const isQuantities = argument.form === 'quantity' && argument.kind === 'attributes';
    for (const each of isQuantities ? mapOfValue(value).values() : []) {
      const read = parseQuantity(textOf(each));
      if (read.kind === 'error') return read.message;
    }
    for (const item of argument.block === undefined ? [] : listOf(value).filter(isMap)) {
      const found = argument.block === undefined ? undefined : unreadQuantity(argument.block, item);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** Whether an argument counts beside the others. */
function isSent(name: string, values: ValueMap, block: Block): boolean {
  const type = values.get('type');
  switch (name) {
    case 'localhost_profile':
      return type === 'Localhost';
    case 'average_value':
      return type === 'AverageValue';
    case 'average_utilization':
      return type === 'Utilization';
    case 'allocate_load_balancer_node_ports':
    case 'load_balancer_class':
      return type === 'LoadBalancer';
    case 'value':
      // That of an autoscaler's target, which is known by its other arguments.
      return !block.has('average_utilization') || type === 'Value';
    default:
      return true;
  }
}

/** Whether an argument is not sent for what it or another one is, though it is read of any object. */
function isLeftOut(name: string, values: ValueMap): boolean {
  if (isLimitByIndex(name)) return values.get('completion_mode') !== 'Indexed';
  const fallback =
    name === 'failed_jobs_history_limit' ? '1' : name === 'successful_jobs_history_limit' ? '3' : undefined;
  return fallback !== undefined && textOf(values.get(name) ?? null) === fallback;
}

/** Whether an argument is a limit by the index of Pods, which an indexed Job always says. */
function isLimitByIndex(name: string): boolean {
  return name === 'backoff_limit_per_index' || name === 'max_failed_indexes';
}

function blocks(argument: Argument, block: Block, value: Value | undefined): Value | undefined {
  const items = listOf(value).filter(isMap);
  if (items.length === 0) return undefined;
  const made = items.map((item) => (isNothing(item) ? new Map<string, Value>() : expanded(block, item)));
  return argument.isApiList ? made : made[0];
}

/** Whether a block has nothing, not even a default; the provider then sees none of its arguments. */
function isNothing(item: ValueMap): boolean {
  return [...item.values()].every((each) => (Array.isArray(each) || isMap(each)) && isZero(each));
}

function scalar(argument: Argument, value: Value | undefined): Value | undefined {
  const { kind, form, isSentZero } = argument;
  if (kind === 'attributes') {
    const map = mapOfValue(value);
    if (map.size === 0) return undefined;
    if (form !== 'quantity') return map;
    return new Map([...map].map(([key, each]) => [key, canonicalQuantity(textOf(each)) ?? each]));
  }
  if (kind === 'list' || kind === 'set') return isZero(value) ? undefined : value;
  if (isZero(value)) {
    // A Service of type LoadBalancer says it either way.
    if (argument.name === 'allocate_load_balancer_node_ports') return false;
    if (isLimitByIndex(argument.name)) return 0n;
    if (!isSentZero || (form !== undefined && form !== 'int-or-string')) return undefined;
    return kind === 'number' ? 0n : kind === 'truth' ? false : '';
  }
  const text = textOf(value ?? null);
  switch (form) {
    case 'int-or-string':
      return /^[+-]?\d+$/.test(text) ? BigInt(text) : text;
    case 'number':
      return /^[+-]?\d+$/.test(text) ? BigInt(text) : undefined;
    case 'octal':
      return /^[0-7]+$/.test(text) ? BigInt(`0o${text}`) : undefined;
    case 'quantity':
      return text === '0' && argument.fallback === undefined ? undefined : (canonicalQuantity(text) ?? text);
    default:
      return value;
  }
}

/**
 * What a resource reads of the fields of the API. Upstream: the same files, functions flatten….
 */
export function flattened(block: Block, fields: ValueMap): ValueMap {
  const values = new Map<string, Value>();
  for (const argument of block.values()) {
    const value = read(argument, fields, block);
    if (value !== undefined) values.set(argument.name, value);
  }
  return values;
}

function read(argument: Argument, fields: ValueMap, own: Block): Value | undefined {
  const { name, api, block, kind, form } = argument;
  if (api === undefined) return undefined;
  const value = fields.get(api);
  if (block !== undefined) {
    // The provider has a block of these though the object has none.
    const isAlways = name === 'resources' || name === 'strategy' || name === 'update_strategy';
    if (value === undefined || value === null)
      return isAlways && !argument.isApiList ? [flattened(block, new Map())] : [];
    const items = argument.isApiList ? listOf(value) : [value];
    const made = inOrder(
      items.map((item) => flattened(block, mapOfValue(item))),
      argument,
    ).filter(isMap);
    // That of a pod is none where it has nothing.
    if (name === 'security_context' && block.has('fs_group'))
      return made.filter((item) => ![...item.values()].every(isZero));
    return made;
  }
  if (!argument.isRead) return argument.readEmpty === undefined ? undefined : readEmpty(argument);
  if (value === undefined || value === null || !isSent(name, fields, own)) {
    return argument.readEmpty === undefined ? undefined : readEmpty(argument);
  }
  if (kind === 'text') return form === 'octal' && typeof value === 'bigint' ? `0${value.toString(8)}` : textOf(value);
  return kind === 'set' ? inOrder(listOf(value), argument) : value;
}

function readEmpty({ kind, readEmpty: text = '' }: Argument): Value {
  return kind === 'truth' ? text === 'true' : kind === 'number' ? BigInt(text) : text;
}
