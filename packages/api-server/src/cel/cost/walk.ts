import type { Checked } from '../check/check.ts';
import type { CelRelease } from '../release.ts';
import type { Call, Comprehension, Expression } from '../syntax/expression.ts';
import type { SizeOfPath } from './path.ts';
import { fixed, type Range, sum } from './range.ts';
import { isBinding } from './written.ts';

/**
 * Goes through an expression to estimate what it costs; each release of the estimator says what the parts of it cost.
 * Upstream: github.com/google/cel-go checker/cost.go coster.cost; since v0.33 common/cost/estimator.go.
 */
export abstract class CostWalk {
  protected readonly checked: Checked;
  protected readonly sizeOfPath: SizeOfPath;
  protected readonly release: CelRelease;

  constructor(checked: Checked, sizeOfPath: SizeOfPath, release: CelRelease) {
    this.checked = checked;
    this.sizeOfPath = sizeOfPath;
    this.release = release;
  }

  cost(node: Expression): Range {
    switch (node.kind) {
      case 'literal':
        return fixed(0n);
      case 'ident':
        return this.named(node, node.name);
      case 'select': {
        const name = this.checked.names.get(node);
        return name === undefined ? this.select(node) : this.named(node, name);
      }
      case 'call':
        return this.call(node);
      case 'list':
        return this.list(node);
      case 'map':
        return this.map(node);
      case 'struct':
        return sum(...node.fields.map(({ value }) => this.cost(value)), fixed(40n));
      case 'comprehension':
        return isBinding(node) ? this.binding(node) : this.loop(node);
    }
  }

  protected abstract named(node: Expression, name: string): Range;
  protected abstract select(node: Extract<Expression, { kind: 'select' }>): Range;
  protected abstract call(node: Call): Range;
  protected abstract list(node: Extract<Expression, { kind: 'list' }>): Range;
  protected abstract map(node: Extract<Expression, { kind: 'map' }>): Range;
  protected abstract loop(node: Comprehension): Range;
  /** A loop that only gives a value a name. */
  protected abstract binding(node: Comprehension): Range;
}

/** What is known of the variables of loops, each as the innermost loop has it. */
export class Scopes<Local> {
  private readonly locals = new Map<string, Local[]>();

  push(name: string, local: Local): void {
    const known = this.locals.get(name);
    if (known === undefined) this.locals.set(name, [local]);
    else known.push(local);
  }

  pop(name: string): void {
    this.locals.get(name)?.pop();
  }

  at(name: string): Local | undefined {
    return this.locals.get(name)?.at(-1);
  }
}
