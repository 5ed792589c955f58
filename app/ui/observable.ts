/** An object whose properties change, and its listeners. `subscribe` and `get` fit React's `useSyncExternalStore`. */
export class Observable<T extends object> {
  #value: T
  readonly #listeners = new Set<() => void>()

  constructor(value: T) {
    this.#value = value
  }

  readonly get = (): T => this.#value

  readonly update = (change: Partial<T>): void => {
    this.#value = { ...this.#value, ...change }
    for (const listener of this.#listeners) listener()
  }

  /** @returns a function that ends the subscription. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}
