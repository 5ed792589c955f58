import { ShopError } from '../domain/errors.ts'
import { photoRules } from '../messages/messages.ts'

/** The sender of a photo; both are set except for the shop's own photos. */
export interface Sender {
  readonly account?: string | undefined
  readonly network?: string | undefined
}

export interface SlotLimits {
  /** How many slots there are, and how many of them one account may take. */
  readonly all: number
  readonly byAccount: number
  /** Which slot a network loses: that taken first or last. */
  readonly evicts: 'first' | 'last'
  readonly retryAfterSeconds: number
}

/** A limited number of slots. No account and no network can take all of them. */
export class FairSlots<Key> {
  readonly #limits: SlotLimits
  /** In the order in which the slots were taken. */
  readonly #senders = new Map<Key, Sender>()

  constructor(limits: SlotLimits) {
    this.#limits = limits
  }

  /**
   * Takes a slot, or takes the key's own slot again. When there is no other, the network with the most slots loses one,
   * if the sender's network has fewer.
   *
   * @returns what lost its slot.
   * @throws ShopError `too-many-requests` when the account has too many, `photos-busy` when there are too many in all.
   */
  take(key: Key, sender: Sender): Key | undefined {
    const { all, byAccount, retryAfterSeconds } = this.#limits
    const isNew = !this.#senders.delete(key)
    const { account } = sender
    if (isNew && account !== undefined && this.#count((other) => other.account === account) >= byAccount) {
      throw new ShopError('too-many-requests', photoRules.tooManyUploads, { retryAfterSeconds })
    }
    const evicted = isNew && this.#senders.size >= all ? this.#evict(sender) : undefined
    this.#senders.set(key, sender)
    return evicted
  }

  /** Takes a slot without regard to the limits. */
  restore(key: Key, sender: Sender): void {
    this.#senders.set(key, sender)
  }

  release(key: Key): void {
    this.#senders.delete(key)
  }

  /** Frees the slots of all other keys. */
  retainOnly(keys: Iterable<Key>): void {
    const kept = new Set(keys)
    for (const key of this.#senders.keys()) if (!kept.has(key)) this.#senders.delete(key)
  }

  busy(): ShopError {
    return new ShopError('photos-busy', photoRules.busy, { retryAfterSeconds: this.#limits.retryAfterSeconds })
  }

  #count(matches: (sender: Sender) => boolean): number {
    return this.#senders.values().filter(matches).toArray().length
  }

  #evict({ network }: Sender): Key | undefined {
    const byNetwork = Map.groupBy(this.#senders.keys(), (key) => this.#senders.get(key)?.network)
    const most = Math.max(...byNetwork.values().map((keys) => keys.length))
    if (most <= (byNetwork.get(network)?.length ?? 0)) throw this.busy()
    const [first, ...others] = [...byNetwork.values()].filter((keys) => keys.length === most).flat()
    const evicted = this.#limits.evicts === 'first' ? first : (others.at(-1) ?? first)
    if (evicted !== undefined) this.#senders.delete(evicted)
    return evicted
  }
}
