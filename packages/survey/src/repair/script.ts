import { shellComment } from '@managed-fields/foreign-text';
import type { Repair } from './repair.ts';

/**
 * A script for a POSIX shell that mends all objects, one after the other. It stops at the first refusal, and says in its
 * head, line by line in `head`, that nothing was sent from here.
 */
export function repairScript(repairs: readonly Repair[], head: readonly string[]): string {
  const comments = head.map(shellComment);
  const parts = repairs.map(({ object, command }) => {
    const { kind, namespace = '', name } = object;
    return `${shellComment(`${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`)}\n${command}\n`;
  });
  return `${['#!/bin/sh', ...comments, 'set -eu', ''].join('\n')}\n${parts.join('\n')}`;
}
