import type { TokenSource } from '../../api/api-client.ts'
import type { ManageController } from '../manage-controller.ts'
import type { ManagedItemJson } from '../managed-item.ts'

export interface ItemActions extends Pick<ManageController, 'report' | 'setRemoved' | 'setState'> {
  readonly edit: (item: ManagedItemJson) => void
  readonly duplicate: (item: ManagedItemJson) => void
  readonly showLink: (item: ManagedItemJson, isShown: boolean) => void
  /** Deletes what was typed and not saved. */
  readonly discard: (item: ManagedItemJson) => void
}

/** The forms of a row. */
export type RowFormName = 'reservation' | 'price'

export interface RowProps {
  readonly item: ManagedItemJson
  readonly isUnsaved: boolean
  readonly actions: ItemActions
  /** For the link preview; `undefined` until the user is signed in. */
  readonly tokenSource: TokenSource | undefined
  /** The shop's public origin. */
  readonly origin: string
  readonly isLinkShown: boolean
  /** A change is in progress. */
  readonly isBusy: boolean
  /** The form that is open in the row. */
  readonly form: RowFormName | undefined
  /** Opens another form, or closes it. */
  readonly setForm: (form: RowFormName | undefined) => void
}

/** The id of the button of a row that opens the item's editor, or restores the item. */
export function editButtonId(id: string): string {
  return `edit-${id}`
}
