import { setMark } from './marks.ts'

/**
 * Remembers in this browser whether the server has said that the user is an owner. Visitor pages, which are the same for
 * everyone, show owners their links by it (`app/document/show-marked.ts`); it grants nothing. Without storage, they have
 * no links for owners.
 */
export function keepOwnerMark(isOwner: boolean): void {
  document.documentElement.toggleAttribute('data-owner', isOwner)
  setMark('owner', isOwner)
}
