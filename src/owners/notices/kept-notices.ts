import type { Notice } from './notices.ts'

export interface KeptNotice extends Notice {
  /** Until when the owner cannot dismiss it: her own account made the change, perhaps in the hands of a thief. `null`: she can. */
  readonly keptUntil: Date | null
}

const keptMs = 3 * 86_400_000

/** @param email the address of the owner who reads the list, as in the list of owners. */
export function toKept(notices: readonly Notice[], email: string | undefined, now: Date): KeptNotice[] {
  return notices.map((notice) => {
    const keptUntil = new Date(notice.at.getTime() + keptMs)
    return { ...notice, keptUntil: notice.by === email && keptUntil > now ? keptUntil : null }
  })
}

/**
 * Which notice is dismissed, with all older ones, when `id` is to be: of those that are older than every one that is kept.
 *
 * @param listed newest first. @returns `undefined` if none is.
 */
export function findDismissed(listed: readonly KeptNotice[], id: string): Notice | undefined {
  const wanted = listed.findIndex((notice) => notice.id === id)
  const oldestKept = listed.findLastIndex(({ keptUntil }) => keptUntil !== null)
  return wanted === -1 ? undefined : listed[Math.max(wanted, oldestKept + 1)]
}
