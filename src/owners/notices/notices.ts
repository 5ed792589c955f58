/**
 * What owners are told of, as it gives somebody the shop, its enquiries or its payments: another number, e-mail address,
 * photo profile, text about delivery or payment, owner, password, provider or address of an owner's account, who may add items,
 * and a restored backup. `number`: of WhatsApp; `phone`: for calls; `email`: of the shop; `payment`: a text about it or about
 * delivery; `adding`: who may add; `address`: of an account.
 */
export const noticeKinds = [
  'number',
  'phone',
  'email',
  'profile',
  'payment',
  'adding',
  'owner',
  'password',
  'provider',
  'address',
  'backup',
] as const

export type NoticeKind = (typeof noticeKinds)[number]

export interface NewNotice {
  readonly kind: NoticeKind
  /** The address of the owner who made the change; `null` for a command on the server. */
  readonly by: string | null
  /** The new number, address or text (empty for none), `anyone` or empty for owners, the address of the new owner or of the account, the id of the provider, or when the backup began (ISO 8601). */
  readonly about: string
}

export interface Notice extends NewNotice {
  readonly id: string
  readonly at: Date
}

/** Notices for owners. Every method rejects with ShopError `storage-unavailable` when the storage fails. */
export interface Notices {
  add(notice: NewNotice): Promise<void>
  /** Those that an owner has not dismissed, newest first: the {@link maxListed} newest, and the newest of each kind. */
  listFor(uid: string): Promise<readonly Notice[]>
  /** Dismisses a notice, and all older ones, for one owner. */
  dismiss(uid: string, id: string): Promise<void>
}

export const maxListed = 20

/** What is listed of the notices that an owner has not dismissed. @param newestFirst all of them, or at least what is listed. */
export function selectListed(newestFirst: readonly Notice[]): Notice[] {
  const kinds = new Set<NoticeKind>()
  return newestFirst.filter(({ kind }, index) => {
    const isNewest = !kinds.has(kind)
    kinds.add(kind)
    return isNewest || index < maxListed
  })
}
