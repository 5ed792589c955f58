/**
 * One item, session or photo, as far as the client that writes it knows. Each write is recorded before it is sent and
 * acknowledged when its answer arrives. Only one write of an entry is sent at a time.
 *
 * @template State what the shop answers.
 * @template Wanted what a write asks for.
 */
export class Entry<State, Wanted = unknown> {
  #acknowledged: State | undefined
  #pending: Wanted | undefined
  #isBusy = false

  /** The answer to the last write that was answered; `undefined` if none was. */
  get acknowledged(): State | undefined {
    return this.#acknowledged
  }

  /** A write without an answer. After a crash it may have been made or not. */
  get pending(): Wanted | undefined {
    return this.#pending
  }

  /** Whether a write can be sent: the first one has been acknowledged, and no later one is without an answer. */
  get isReady(): boolean {
    return this.#acknowledged !== undefined && this.#pending === undefined && !this.#isBusy
  }

  async write(wanted: Wanted, send: () => Promise<State>): Promise<State> {
    this.#pending = wanted
    this.#isBusy = true
    try {
      this.resolve(await send())
    } finally {
      this.#isBusy = false
    }
    return this.#acknowledged as State
  }

  /** Sets what the shop has now: its answer, or what was found after a crash. */
  resolve(state: State | undefined): void {
    this.#acknowledged = state
    this.#pending = undefined
  }
}
