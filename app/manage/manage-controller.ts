import type { BackupReport } from '../../src/backup/daily/backup-status.ts'
import { fill } from '../../src/domain/template.ts'
import type { BrowserMessages } from '../../src/messages/english-browser.ts'
import { errorMessage } from '../api/localized-error.ts'
import { keepOwnerMark } from '../session/marks.ts'
import type { Session } from '../session/session.ts'
import { Observable } from '../ui/observable.ts'
import { openLiveConnection } from '../visitor/live-list/live-connection.ts'
import { refetchOnRevision } from '../visitor/live-list/refetch-on-revision.ts'
import { ItemLists } from './list/item-lists.ts'
import {
  setItemRemoved,
  setItemState,
  type ChangeOutcome,
  type ItemStateChange,
  type ManagedListPage,
} from './manage-api.ts'
import type { ManagedItemJson } from './managed-item.ts'

export interface ManageAlert {
  /** Another one for each alert: the same words may be said again. */
  readonly id: number
  readonly message: string
  readonly isPassing?: boolean
  /** Takes the change back that the message is about. */
  readonly undo?: () => void
}

interface ManageState extends Partial<Pick<ManagedListPage, 'backup' | 'described' | 'warnings'>> {
  /** `undefined` until the server has answered. */
  readonly isOwner?: boolean
  readonly alert?: ManageAlert | undefined
  /** The problem with backups that the owner has dismissed, until it is over. */
  readonly dismissedProblem?: BackupReport['problem']
  /** Items with a change in progress. */
  readonly busyIds: ReadonlySet<string>
  /** The last change, for screen readers. */
  readonly announcement: string
}

/** The items of the shop, kept up to date when another owner changes one, and the changes that a row's buttons make. */
export class ManageController extends Observable<ManageState> {
  readonly lists: ItemLists
  readonly #messages: BrowserMessages
  #listener: ReturnType<typeof refetchOnRevision> | undefined
  /** How many alerts were shown. */
  #alerts = 0
  /** The items could not be read the last time; that was said. */
  #isFailing = false

  constructor(messages: BrowserMessages) {
    super({ busyIds: new Set(), announcement: '' })
    this.#messages = messages
    this.lists = new ItemLists(messages.manage, {
      onStale: () => this.#listener?.onReturn(),
      onLoaded: (first) => this.#onLoaded(first),
      onError: this.showError,
    })
  }

  /** Loads the items as this user, and again on each new revision. */
  load(session: Session): void {
    this.lists.session = session
    if (!this.#listener) {
      this.#listener = refetchOnRevision(() => this.#refetch())
      openLiveConnection(this.#listener)
    }
    this.#listener.onReturn()
  }

  /** @returns `undefined` if the change failed for another reason than someone else's change. */
  readonly setState = async (item: ManagedItemJson, state: ItemStateChange): Promise<ChangeOutcome | undefined> => {
    const { session } = this.lists
    if (!session) return undefined
    const message = fill(this.#describe(state), { title: item.title })
    const outcome = await this.#change(item, '', setItemState(session, item, state))
    if (outcome?.isDone) {
      const undo = () => void this.setState(outcome.item, stateBefore(item, state))
      this.#show({ message, isPassing: true, undo })
    }
    return outcome
  }

  readonly setRemoved = (item: ManagedItemJson, isRemoved: boolean): void => {
    const text = this.#messages.manage.done[isRemoved ? 'removed' : 'restored']
    const { session } = this.lists
    if (session) void this.#change(item, fill(text, { title: item.title }), setItemRemoved(session, item, isRemoved))
  }

  /** Says that something was done. */
  readonly report = (message: string): void => {
    this.#show({ message, isPassing: true })
  }

  readonly showError = (error: unknown): void => {
    const message = errorMessage(error, this.#messages)
    this.#show({ message: fill(this.#messages.manage.failed, { message }) })
  }

  #show(alert: Omit<ManageAlert, 'id'>): void {
    this.#alerts += 1
    this.update({ alert: { ...alert, id: this.#alerts } })
  }

  #describe({ sold, hidden, reserved, price, madeToOrder }: ItemStateChange) {
    const { done } = this.#messages.manage
    if (sold !== undefined) return done[sold ? 'sold' : 'unsold']
    if (hidden !== undefined) return done[hidden ? 'hidden' : 'shown']
    if (reserved !== undefined) return done[reserved ? 'reserved' : 'unreserved']
    if (price !== undefined) return done.price
    return done[madeToOrder ? 'madeToOrder' : 'notMadeToOrder']
  }

  async #refetch(): Promise<number | undefined> {
    try {
      const revision = await this.lists.load()
      this.#isFailing = false
      return revision
    } catch (error) {
      if (!this.#isFailing) this.showError(error) // The current list stays.
      this.#isFailing = true
      throw error
    }
  }

  #onLoaded(first: ManagedListPage | undefined): void {
    const { warnings = [], described = [] } = first ?? {}
    this.update({ isOwner: first !== undefined, warnings, described })
    keepOwnerMark(first !== undefined)
    this.#showBackup(first?.backup)
  }

  /** A dismissed problem does not return with every change of an item. */
  #showBackup(backup: BackupReport | undefined): void {
    const { dismissedProblem } = this.get()
    this.update({ backup, dismissedProblem: backup?.problem === dismissedProblem ? dismissedProblem : undefined })
  }

  /** One change at a time for each item. */
  async #change(
    item: ManagedItemJson,
    done: string,
    changing: Promise<ChangeOutcome>,
  ): Promise<ChangeOutcome | undefined> {
    let outcome: ChangeOutcome | undefined
    this.update({ alert: undefined, announcement: '', busyIds: new Set(this.get().busyIds).add(item.id) })
    try {
      outcome = await changing
      this.lists.replaceItem(outcome.item, item.version)
      if (outcome.isDone) this.update({ announcement: done })
      else this.#show({ message: this.#messages.manage.changedRow })
    } catch (error) {
      this.showError(error)
    }
    this.update({ busyIds: new Set([...this.get().busyIds].filter((id) => id !== item.id)) })
    return outcome
  }
}

/** The change that takes a change back. */
function stateBefore(item: ManagedItemJson, changed: ItemStateChange): ItemStateChange {
  const { reserved, reservedUntil, reservedNote } = item
  if (changed.reserved !== undefined) return reserved ? { reserved, reservedUntil, reservedNote } : { reserved }
  return Object.fromEntries(Object.keys(changed).map((name) => [name, item[name as keyof ItemStateChange]]))
}
