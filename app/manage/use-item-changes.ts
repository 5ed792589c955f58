import { useState } from 'react'

import type { BrowserMessages } from '../../src/messages/english-browser.ts'
import { errorMessage } from '../api/localized-error.ts'
import type { Session } from '../session/session.ts'
import { useMessages } from '../use-messages.ts'
import { setItemRemoved, setItemState, type ChangeOutcome } from './manage-api.ts'
import type { ManagedItemJson } from './managed-item.ts'

export type ItemStateChange = Partial<Pick<ManagedItemJson, 'sold' | 'hidden'>>

type DoneTexts = BrowserMessages['manage']['done']

interface Options {
  readonly session: Session | undefined
  /** Replaces an item with its latest version. */
  readonly replaceItem: (item: ManagedItemJson) => void
  /** Shows why a change failed; `undefined` hides it. */
  readonly setAlert: (text: string | undefined) => void
}

/** The changes that the buttons of a row make: one at a time for each item. */
export function useItemChanges({ session, replaceItem, setAlert }: Options) {
  const messages = useMessages()
  const { manage } = messages
  const [busyIds, setBusyIds] = useState<ReadonlySet<string>>(new Set())
  const [announcement, announce] = useState('')

  const change = async (item: ManagedItemJson, done: string, changing: Promise<ChangeOutcome>) => {
    setAlert(undefined)
    announce('')
    setBusyIds((before) => new Set(before).add(item.id))
    try {
      const outcome = await changing
      replaceItem(outcome.item)
      if (outcome.isDone) announce(done)
      else setAlert(manage.changedRow)
    } catch (error) {
      setAlert(manage.failed(errorMessage(error, messages)))
    }
    setBusyIds((before) => new Set([...before].filter((id) => id !== item.id)))
  }
  return {
    /** Items with a change in progress. */
    busyIds,
    /** The last change, for screen readers. */
    announcement,
    setState: (item: ManagedItemJson, state: ItemStateChange) => {
      if (session) void change(item, doneText(item, state, manage.done), setItemState(session, item, state))
    },
    setRemoved: (item: ManagedItemJson, isRemoved: boolean) => {
      const text = manage.done[isRemoved ? 'removed' : 'restored'](item.title)
      if (session) void change(item, text, setItemRemoved(session, item, isRemoved))
    },
  }
}

function doneText({ title }: ManagedItemJson, { sold, hidden }: ItemStateChange, done: DoneTexts): string {
  if (sold !== undefined) return done[sold ? 'sold' : 'unsold'](title)
  return done[hidden ? 'hidden' : 'shown'](title)
}
