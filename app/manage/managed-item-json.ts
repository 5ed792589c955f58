import type { ManagedItem } from '../../src/domain/item-state.ts'

/** An item as the API returns it to owners: times are ISO 8601. */
export type ManagedItemJson = Omit<ManagedItem, 'createdAt' | 'removedAt'> & {
  readonly createdAt: string
  readonly removedAt: string | null
}
