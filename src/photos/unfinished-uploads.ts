import { ShopError } from '../domain/errors.ts'
import { photoRules } from '../domain/messages.ts'

/** How many photos may be on their way at the same time. */
const maxUnfinished = { all: 100, byAccount: 16 }

const wait = { retryAfterSeconds: 60 }

/** Counts uploads that are not finished, by the names of their files. In memory, so that no two take the last place. */
export interface UnfinishedUploads {
  /**
   * Takes a place for an upload, unless it has one.
   *
   * @throws ShopError `too-many-requests` when its account has too many, `photos-busy` when there are too many in all.
   */
  reserve(name: string): void
  /** Gives the place of an upload back. */
  release(name: string): void
  /** Gives the places back of all but these. */
  keepOnly(names: Iterable<string>): void
}

/** @param accountOf the part of a name that is the same for all uploads of an account. */
export function countUnfinished(names: Iterable<string>, accountOf: (name: string) => string): UnfinishedUploads {
  let unfinished = new Set(names)
  const countOf = (account: string) => [...unfinished].filter((name) => accountOf(name) === account).length
  return {
    reserve(name) {
      if (unfinished.has(name)) return
      if (countOf(accountOf(name)) >= maxUnfinished.byAccount) {
        throw new ShopError('too-many-requests', photoRules.tooManyUploads, wait)
      }
      if (unfinished.size >= maxUnfinished.all) throw new ShopError('photos-busy', photoRules.busy, wait)
      unfinished.add(name)
    },
    release: (name) => void unfinished.delete(name),
    keepOnly: (kept) => (unfinished = unfinished.intersection(new Set(kept))),
  }
}
