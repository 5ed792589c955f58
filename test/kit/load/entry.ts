/**
 * One item, session or photo, as far as the client that writes it knows. Each write is recorded before it is sent and
 * acknowledged when its answer arrives. Only one write of an entry is sent at a time.
 *
 * @template State what the shop answers.
 * @template Wanted what a write asks for.
 */
export class Entry<State, Wanted = unknown> {
  #states: (State | undefined)[] = [undefined]
  #pending: Wanted | undefined
  #isSending = false
  #isRemembered = false

  /** The answer to the last write that was answered; `undefined` if none was. */
  get acknowledged(): State | undefined {
    return this.#states.at(-1)
  }

  /** Only what was acknowledged last, or everything since `remember`; `undefined` before the first answer. */
  get states(): readonly (State | undefined)[] {
    return this.#states
  }

  /** A write without an answer. After a crash it may have been made or not. */
  get pending(): Wanted | undefined {
    return this.#pending
  }

  get isSending(): boolean {
    return this.#isSending
  }

  /** Whether a write can be sent: the first one has been acknowledged, and no later one is without an answer. */
  get isReady(): boolean {
    return this.acknowledged !== undefined && this.#pending === undefined && !this.#isSending
  }

  async write(wanted: Wanted, send: () => Promise<State>): Promise<State> {
    this.#pending = wanted
    this.#isSending = true
    try {
      const state = await send()
      this.resolve(state)
      return state
    } finally {
      this.#isSending = false
    }
  }

  /** Sets what the shop has now: its answer, or what was found after a crash. */
  resolve(state: State | undefined): void {
    if (!this.#isRemembered) this.#states = []
    this.#states.push(state)
    this.#pending = undefined
  }

  /** From now on, keeps all that was acknowledged: a copy of the shop that is made meanwhile has one of these states. */
  remember(): void {
    this.#isRemembered = true
  }

  /** The shop is a copy that has this state: those that it could have had are forgotten. */
  settle(state: State | undefined): void {
    this.#isRemembered = false
    this.resolve(state)
  }
}
