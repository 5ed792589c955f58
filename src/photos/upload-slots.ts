import { ShopError } from '../domain/errors.ts'
import { photoRules } from '../messages/messages.ts'

/** Limits on concurrent uploads. */
const maxUnfinished = { all: 100, byAccount: 16 }

const wait = { retryAfterSeconds: 60 }

/** Counts unfinished uploads, by file name. In memory, so that two uploads cannot take the last slot. */
export class UploadSlots {
  /** Networks by upload name, least recently used first. */
  readonly #uploads: Map<string, string>
  readonly #accountOf: (name: string) => string

  /**
   * @param names of the uploads that exist already; their network is unknown.
   * @param accountOf returns the part of a name that identifies the account.
   */
  constructor(names: Iterable<string>, accountOf: (name: string) => string) {
    this.#uploads = new Map(Array.from(names, (name) => [name, '']))
    this.#accountOf = accountOf
  }

  /**
   * Takes a slot for an upload, unless it has one. When all are taken, the network with the most uploads loses its
   * least recently active one, if the new upload's network has fewer.
   *
   * @param network the upload comes from.
   * @returns the upload that lost its slot.
   * @throws ShopError `too-many-requests` when its account has too many, `photos-busy` when there are too many in all.
   */
  reserve(name: string, network: string): string | undefined {
    const isNew = !this.#uploads.delete(name)
    const account = this.#accountOf(name)
    const ofAccount = this.#uploads.keys().filter((other) => this.#accountOf(other) === account)
    if (isNew && ofAccount.toArray().length >= maxUnfinished.byAccount) {
      throw new ShopError('too-many-requests', photoRules.tooManyUploads, wait)
    }
    const evicted = isNew && this.#uploads.size >= maxUnfinished.all ? this.#evictOne(network) : undefined
    this.#uploads.set(name, network)
    return evicted
  }

  /** Frees the slot of an upload. */
  release(name: string): void {
    this.#uploads.delete(name)
  }

  /** Frees the slots of all other uploads. */
  retainOnly(names: Iterable<string>): void {
    const left = new Set(names)
    for (const name of this.#uploads.keys()) if (!left.has(name)) this.#uploads.delete(name)
  }

  /** Frees a slot for an upload of this network. */
  #evictOne(network: string): string {
    const uploads = Map.groupBy(this.#uploads.keys(), (name) => this.#uploads.get(name))
    const most = [...uploads.values()].reduce((a, b) => (b.length > a.length ? b : a))
    const [first] = most
    if (first === undefined || most.length <= (uploads.get(network)?.length ?? 0)) {
      throw new ShopError('photos-busy', photoRules.busy, wait)
    }
    this.#uploads.delete(first)
    return first
  }
}
