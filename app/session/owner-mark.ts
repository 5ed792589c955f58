const key = 'owner'

/**
 * Remembers in this browser whether the server has said that the user is an owner. Visitor pages, which are the same for
 * everyone, show owners their links by it (`app/document/show-owner-links.ts`); it grants nothing.
 */
export function keepOwnerMark(isOwner: boolean): void {
  document.documentElement.toggleAttribute('data-owner', isOwner)
  try {
    if (isOwner) localStorage.setItem(key, 'yes')
    else localStorage.removeItem(key)
  } catch {
    // Without storage, visitor pages have no links for owners.
  }
}
