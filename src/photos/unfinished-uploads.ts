import { ShopError } from '../domain/errors.ts'
import { photoRules } from '../messages/messages.ts'

/** Limits on concurrent uploads. */
const maxUnfinished = { all: 100, byAccount: 16 }

const wait = { retryAfterSeconds: 60 }

/** Counts unfinished uploads, by file name. In memory, so that two uploads cannot take the last slot. */
export interface UnfinishedUploads {
  /**
   * Takes a slot for an upload, unless it has one. When all are taken, the network with the most uploads loses its
   * least recently active one, if the new upload's network has fewer.
   *
   * @param network the upload comes from.
   * @returns the upload that lost its slot.
   * @throws ShopError `too-many-requests` when its account has too many, `photos-busy` when there are too many in all.
   */
  reserve(name: string, network: string): string | undefined
  /** Frees the slot of an upload. */
  release(name: string): void
  /** Frees the slots of all other uploads. */
  retainOnly(names: Iterable<string>): void
}

/**
 * @param names of the uploads that exist already; their network is unknown.
 * @param accountOf returns the part of a name that identifies the account.
 */
export function createUnfinishedUploads(
  names: Iterable<string>,
  accountOf: (name: string) => string,
): UnfinishedUploads {
  /** Networks by upload name, least recently used first. */
  const unfinished = new Map(Array.from(names, (name) => [name, '']))
  const countOf = (account: string) => [...unfinished.keys()].filter((name) => accountOf(name) === account).length

  /** Frees a slot for an upload of this network. */
  const evictOne = (network: string): string => {
    const uploads = Map.groupBy(unfinished.keys(), (name) => unfinished.get(name))
    const most = [...uploads.values()].reduce((a, b) => (b.length > a.length ? b : a))
    const [first] = most
    if (first === undefined || most.length <= (uploads.get(network)?.length ?? 0)) {
      throw new ShopError('photos-busy', photoRules.busy, wait)
    }
    unfinished.delete(first)
    return first
  }
  return {
    reserve(name, network) {
      const isNew = !unfinished.delete(name)
      if (isNew && countOf(accountOf(name)) >= maxUnfinished.byAccount) {
        throw new ShopError('too-many-requests', photoRules.tooManyUploads, wait)
      }
      const evicted = isNew && unfinished.size >= maxUnfinished.all ? evictOne(network) : undefined
      unfinished.set(name, network)
      return evicted
    },
    release: (name) => void unfinished.delete(name),
    retainOnly(kept) {
      const left = new Set(kept)
      for (const name of unfinished.keys()) if (!left.has(name)) unfinished.delete(name)
    },
  }
}
