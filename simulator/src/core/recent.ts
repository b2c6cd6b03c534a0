import { lastWithin } from './within-bytes.ts';

/** The newest items, in memory: at most so many, and at most so many bytes. */
export class Recent<Item> {
  readonly #countMax: number;
  readonly #bytesMax: number;
  readonly #bytesOf: (item: Item) => number;
  #items: Item[] = [];
  #bytes = 0;

  constructor(countMax: number, bytesMax: number, bytesOf: (item: Item) => number) {
    this.#countMax = countMax;
    this.#bytesMax = bytesMax;
    this.#bytesOf = bytesOf;
  }

  add(item: Item): void {
    this.#items.push(item);
    this.#bytes += this.#bytesOf(item);
    if (this.#items.length <= this.#countMax * 1.1 && this.#bytes <= this.#bytesMax * 1.1) return;
    this.#items = lastWithin(this.all(), this.#bytesOf, this.#bytesMax);
    this.#bytes = this.#items.reduce((sum, kept) => sum + this.#bytesOf(kept), 0);
  }

  /** Oldest first. */
  all(): Item[] {
    return this.#items.slice(-this.#countMax);
  }
}
