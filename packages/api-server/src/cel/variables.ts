import type { FoldStep } from './step.ts';
import type { CelValue } from './value/cel-value.ts';
import { growing } from './value/growing.ts';

/** The variables of an expression, by name. */
export interface Variables {
  get(name: string): CelValue | undefined;
  has(name: string): boolean;
}

/** The names that a loop gives to values. */
type LoopNames = Pick<FoldStep, 'accumulator' | 'variable' | 'second'>;

/** Whether a name is that of a variable of a loop. */
export function isLocal(variables: Variables, name: string): boolean {
  return variables instanceof Loop && (variables.names(name) || isLocal(variables.outer, name));
}

/** The variables of an expression, without those of loops. */
export function outermost(variables: Variables): Variables {
  return variables instanceof Loop ? outermost(variables.outer) : variables;
}

/** The variables inside a loop. What it gathers begins when it is first named. Upstream: interpretable.go folder. */
export class Loop implements Variables {
  result: CelValue | undefined;
  first: CelValue = null;
  second: CelValue = null;
  /** The result does not see the variables of the loop. */
  isOver = false;
  private readonly step: LoopNames;
  readonly outer: Variables;
  private readonly init: () => CelValue;

  constructor(step: LoopNames, outer: Variables, init: () => CelValue) {
    this.step = step;
    this.outer = outer;
    this.init = init;
  }

  get(name: string): CelValue | undefined {
    if (name === this.step.accumulator) {
      this.result ??= growing(this.init());
      return this.result;
    }
    if (!this.isOver && name === this.step.variable) return this.first;
    if (!this.isOver && name === this.step.second) return this.second;
    return this.outer.get(name);
  }

  has(name: string): boolean {
    return this.names(name) || this.outer.has(name);
  }

  /** Whether a name is that of one of its own variables. */
  names(name: string): boolean {
    const { accumulator, variable, second } = this.step;
    return name === accumulator || (!this.isOver && (name === variable || name === second));
  }
}
