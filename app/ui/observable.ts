/** A value and its listeners. `subscribe` and `get` are what React's `useSyncExternalStore` takes. */
export class Observable<T> {
  #value: T
  readonly #listeners = new Set<() => void>()

  constructor(value: T) {
    this.#value = value
  }

  readonly get = (): T => this.#value

  readonly set = (value: T): void => {
    this.#value = value
    for (const listener of this.#listeners) listener()
  }

  /** @returns a function that ends the subscription. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}

/** An object whose properties change. */
export class ObservableState<T extends object> extends Observable<T> {
  readonly update = (change: Partial<T>): void => this.set({ ...this.get(), ...change })
}
