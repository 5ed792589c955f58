import { ShopError } from '../domain/errors.ts'
import { photoRules } from '../messages/messages.ts'

/** How many photos may be on their way at the same time. */
const maxUnfinished = { all: 100, byAccount: 16 }

const wait = { retryAfterSeconds: 60 }

/** Counts uploads that are not finished, by the names of their files. In memory, so that no two take the last place. */
export interface UnfinishedUploads {
  /**
   * Takes a place for an upload, unless it has one. When there is none left, an upload of the network that has the most
   * loses its place to one of a network that has fewer: the one that nothing was heard of for the longest time.
   *
   * @param network that it comes from.
   * @returns the upload that has lost its place.
   * @throws ShopError `too-many-requests` when its account has too many, `photos-busy` when there are too many in all.
   */
  reserve(name: string, network: string): string | undefined
  /** Gives the place of an upload back. */
  release(name: string): void
  /** Gives the places back of all but these. */
  keepOnly(names: Iterable<string>): void
}

/**
 * @param names of those that are there already; from where is not known.
 * @param accountOf the part of a name that is the same for all uploads of an account.
 */
export function countUnfinished(names: Iterable<string>, accountOf: (name: string) => string): UnfinishedUploads {
  /** Networks by name, the least recently used first. */
  const unfinished = new Map(Array.from(names, (name) => [name, '']))
  const countOf = (account: string) => [...unfinished.keys()].filter((name) => accountOf(name) === account).length

  /** Makes room for one of this network. */
  const giveUpOne = (network: string): string => {
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
      const givenUp = isNew && unfinished.size >= maxUnfinished.all ? giveUpOne(network) : undefined
      unfinished.set(name, network)
      return givenUp
    },
    release: (name) => void unfinished.delete(name),
    keepOnly(kept) {
      const left = new Set(kept)
      for (const name of unfinished.keys()) if (!left.has(name)) unfinished.delete(name)
    },
  }
}
