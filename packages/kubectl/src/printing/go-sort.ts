/**
 * Sorts a copy of a list as Go's `sort.Sort` does, whose order of equal items is that of its algorithm: insertions up to
 * twelve items, else a quicksort that looks for patterns.
 * Upstream: sort/zsortinterface.go.
 */
export function goSorted<Item>(items: readonly Item[], less: (a: Item, b: Item) => boolean): readonly Item[] {
  const sorting = new Sorting([...items], less);
  sorting.quick(0, items.length, bits(items.length));
  return sorting.items;
}

const bits = (length: number) => 32 - Math.clz32(length);

type Hint = 'unknown' | 'increasing' | 'decreasing';

class Sorting<Item> {
  readonly items: Item[];
  readonly #lessThan: (a: Item, b: Item) => boolean;
  #swaps = 0;

  constructor(items: Item[], lessThan: (a: Item, b: Item) => boolean) {
    this.items = items;
    this.#lessThan = lessThan;
  }

  /** pdqsort */
  quick(from: number, to: number, limit: number): void {
    let [a, b, left] = [from, to, limit];
    let [wasBalanced, wasPartitioned] = [true, true];
    for (;;) {
      const length = b - a;
      if (length <= 12 || left === 0) {
        if (length <= 12) this.#insertions(a, b);
        else this.#heap(a, b);
        return;
      }
      if (!wasBalanced) {
        this.#breakPatterns(a, b);
        left--;
      }
      let [pivot, hint] = this.#choosePivot(a, b);
      if (hint === 'decreasing') {
        this.#reverse(a, b);
        [pivot, hint] = [b - 1 - (pivot - a), 'increasing'];
      }
      if (wasBalanced && wasPartitioned && hint === 'increasing' && this.#partialInsertions(a, b)) return;
      if (a > 0 && !this.#less(a - 1, pivot)) {
        a = this.#partitionEqual(a, b, pivot);
        continue;
      }
      const [middle, already] = this.#partition(a, b, pivot);
      wasPartitioned = already;
      const [below, above] = [middle - a, b - middle];
      wasBalanced = Math.min(below, above) >= Math.floor(length / 8);
      if (below < above) {
        this.quick(a, middle, left);
        a = middle + 1;
      } else {
        this.quick(middle + 1, b, left);
        b = middle;
      }
    }
  }

  #less(i: number, j: number): boolean {
    return this.#lessThan(this.items[i] as Item, this.items[j] as Item);
  }

  #swap(i: number, j: number): void {
    [this.items[i], this.items[j]] = [this.items[j] as Item, this.items[i] as Item];
  }

  #insertions(a: number, b: number): void {
    for (let i = a + 1; i < b; i++) for (let j = i; j > a && this.#less(j, j - 1); j--) this.#swap(j, j - 1);
  }

  #heap(a: number, b: number): void {
    const end = b - a;
    for (let i = Math.floor((end - 1) / 2); i >= 0; i--) this.#siftDown(i, end, a);
    for (let i = end - 1; i >= 0; i--) {
      this.#swap(a, a + i);
      this.#siftDown(0, i, a);
    }
  }

  #siftDown(low: number, high: number, first: number): void {
    let root = low;
    for (let child = 2 * root + 1; child < high; child = 2 * root + 1) {
      if (child + 1 < high && this.#less(first + child, first + child + 1)) child++;
      if (!this.#less(first + root, first + child)) return;
      this.#swap(first + root, first + child);
      root = child;
    }
  }

  #partition(a: number, b: number, pivot: number): readonly [middle: number, already: boolean] {
    this.#swap(a, pivot);
    let [i, j] = [a + 1, b - 1];
    const narrow = () => {
      while (i <= j && this.#less(i, a)) i++;
      while (i <= j && !this.#less(j, a)) j--;
    };
    narrow();
    if (i > j) {
      this.#swap(j, a);
      return [j, true];
    }
    do {
      this.#swap(i, j);
      i++;
      j--;
      narrow();
    } while (i <= j);
    this.#swap(j, a);
    return [j, false];
  }

  #partitionEqual(a: number, b: number, pivot: number): number {
    this.#swap(a, pivot);
    let [i, j] = [a + 1, b - 1];
    for (;;) {
      while (i <= j && !this.#less(a, i)) i++;
      while (i <= j && this.#less(a, j)) j--;
      if (i > j) return i;
      this.#swap(i, j);
      i++;
      j--;
    }
  }

  #partialInsertions(a: number, b: number): boolean {
    let i = a + 1;
    for (let step = 0; step < 5; step++) {
      while (i < b && !this.#less(i, i - 1)) i++;
      if (i === b) return true;
      if (b - a < 50) return false;
      this.#swap(i, i - 1);
      if (i - a >= 2) for (let j = i - 1; j >= 1 && this.#less(j, j - 1); j--) this.#swap(j, j - 1);
      if (b - i >= 2) for (let j = i + 1; j < b && this.#less(j, j - 1); j++) this.#swap(j, j - 1);
    }
    return false;
  }

  #breakPatterns(a: number, b: number): void {
    const length = b - a;
    if (length < 8) return;
    let random = BigInt(length);
    const mask = (1 << bits(length)) - 1;
    const middle = a + Math.floor(length / 4) * 2;
    for (let at = middle - 1; at <= middle + 1; at++) {
      random = BigInt.asUintN(64, random ^ (random << 13n));
      random ^= random >> 7n;
      random = BigInt.asUintN(64, random ^ (random << 17n));
      const other = Number(random & BigInt(mask));
      this.#swap(at, a + (other >= length ? other - length : other));
    }
  }

  #choosePivot(a: number, b: number): [pivot: number, hint: Hint] {
    const quarter = Math.floor((b - a) / 4);
    this.#swaps = 0;
    let [i, j, k] = [a + quarter, a + quarter * 2, a + quarter * 3];
    if (b - a >= 8) {
      if (b - a >= 50)
        [i, j, k] = [this.#median(i - 1, i, i + 1), this.#median(j - 1, j, j + 1), this.#median(k - 1, k, k + 1)];
      j = this.#median(i, j, k);
    }
    return [j, this.#swaps === 0 ? 'increasing' : this.#swaps === 12 ? 'decreasing' : 'unknown'];
  }

  #median(first: number, second: number, third: number): number {
    let [a, b, c] = [first, second, third];
    [a, b] = this.#ordered(a, b);
    [b, c] = this.#ordered(b, c);
    [a, b] = this.#ordered(a, b);
    return b;
  }

  #ordered(a: number, b: number): [number, number] {
    if (!this.#less(b, a)) return [a, b];
    this.#swaps++;
    return [b, a];
  }

  #reverse(a: number, b: number): void {
    for (let [i, j] = [a, b - 1]; i < j; i++, j--) this.#swap(i, j);
  }
}
