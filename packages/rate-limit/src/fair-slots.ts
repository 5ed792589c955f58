export interface FairSlotsOptions {
  /** How many slots there are. */
  readonly all: number
  /** Which of its slots a client loses. */
  readonly loses: 'oldest' | 'newest'
  /** Whether a newcomer of the client with the most slots takes the place of another one of that client. If not, it gets none. */
  readonly replacesOwn: boolean
}

/**
 * A limited number of slots, of which no client can take all: when none is free, the client with the most loses one to a
 * newcomer. All operations take constant time, apart from finding a client's newest slot.
 */
export class FairSlots<Slot> {
  readonly #options: FairSlotsOptions
  readonly #clientOf = new Map<Slot, string>()
  /** In the order in which they were taken. No set is empty. */
  readonly #slotsOf = new Map<string, Set<Slot>>()
  /** Clients by their number of slots; first the one that has had that many for longest. No set is empty. */
  readonly #clientsWith = new Map<number, Set<string>>()
  #most = 0

  constructor(options: FairSlotsOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#clientOf.size
  }

  countOf(client: string): number {
    return this.#slotsOf.get(client)?.size ?? 0
  }

  /** The slots in the order in which they were taken. */
  slots(): Iterable<Slot> {
    return this.#clientOf.keys()
  }

  oldestOf(client: string): Slot | undefined {
    return this.#slotsOf.get(client)?.values().next().value
  }

  /**
   * Takes a slot for a client. One that is taken already becomes that client's newest.
   *
   * @returns what lost its slot: another one, or the newcomer itself, which then has none; `undefined` if nothing did.
   */
  take(slot: Slot, client: string): Slot | undefined {
    const isNew = !this.release(slot)
    const lost = isNew && this.size >= this.#options.all ? this.#findLoser(slot, client) : undefined
    if (lost === slot) return slot
    if (lost !== undefined) this.release(lost)
    this.#add(slot, client)
    return lost
  }

  /** @returns whether the slot was taken. */
  release(slot: Slot): boolean {
    const client = this.#clientOf.get(slot)
    if (client === undefined) return false
    const slots = this.#slotsOf.get(client)
    this.#clientOf.delete(slot)
    slots?.delete(slot)
    const left = slots?.size ?? 0
    if (left === 0) this.#slotsOf.delete(client)
    this.#move(client, left + 1, left)
    if (!this.#clientsWith.has(this.#most)) this.#most-- // It was the only client with the most, and has one less now.
    return true
  }

  #findLoser(newcomer: Slot, client: string): Slot {
    const isOwn = this.countOf(client) >= this.#most
    if (isOwn && !this.#options.replacesOwn) return newcomer
    const [loser = client] = isOwn ? [client] : (this.#clientsWith.get(this.#most) ?? [])
    const lost = this.#options.loses === 'oldest' ? this.oldestOf(loser) : [...(this.#slotsOf.get(loser) ?? [])].at(-1)
    return lost ?? newcomer
  }

  #add(slot: Slot, client: string): void {
    const slots = this.#slotsOf.get(client) ?? new Set()
    this.#slotsOf.set(client, slots.add(slot))
    this.#clientOf.set(slot, client)
    this.#move(client, slots.size - 1, slots.size)
    this.#most = Math.max(this.#most, slots.size)
  }

  #move(client: string, from: number, to: number): void {
    const before = this.#clientsWith.get(from)
    before?.delete(client)
    if (before?.size === 0) this.#clientsWith.delete(from)
    if (to > 0) this.#clientsWith.set(to, (this.#clientsWith.get(to) ?? new Set()).add(client))
  }
}
