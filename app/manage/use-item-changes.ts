import { useState } from 'react'

import type { BrowserMessages } from '../../src/messages/english-browser.ts'
import { errorMessage } from '../api/localized-error.ts'
import type { Session } from '../session/session.ts'
import { useMessages } from '../use-messages.ts'
import { setPieceRemoved, setPieceState } from './manage-api.ts'
import type { PieceOutcome } from './manage-api.ts'
import type { ManagedPiece } from './managed-piece.ts'

export type PieceState = Partial<Pick<ManagedPiece, 'sold' | 'hidden'>>

type DoneTexts = BrowserMessages['manage']['done']

interface Options {
  readonly session: Session | undefined
  /** Puts a piece in its place as it is now. */
  readonly take: (piece: ManagedPiece) => void
  /** Says why something was not done; `undefined`: no more. */
  readonly say: (words: string | undefined) => void
}

/** What a press of a button in a piece's row does, one at a time for each piece. */
export function usePieceChanges({ session, take, say }: Options) {
  const messages = useMessages()
  const { manage } = messages
  const [busyIds, setBusyIds] = useState<ReadonlySet<string>>(new Set())
  const [announcement, announce] = useState('')

  const change = async (piece: ManagedPiece, words: string, changing: Promise<PieceOutcome>) => {
    say(undefined)
    announce('')
    setBusyIds((before) => new Set(before).add(piece.id))
    try {
      const outcome = await changing
      take(outcome.piece)
      if (outcome.isDone) announce(words)
      else say(manage.changedRow)
    } catch (error) {
      say(manage.failed(errorMessage(error, messages)))
    }
    setBusyIds((before) => new Set([...before].filter((id) => id !== piece.id)))
  }
  return {
    /** Of the pieces to which something is being done. */
    busyIds,
    /** What was done last, for whoever does not see it. */
    announcement,
    setState: (piece: ManagedPiece, state: PieceState) => {
      if (session) void change(piece, doneText(piece, state, manage.done), setPieceState(session, piece, state))
    },
    setRemoved: (piece: ManagedPiece, isRemoved: boolean) => {
      const words = manage.done[isRemoved ? 'removed' : 'restored'](piece.title)
      if (session) void change(piece, words, setPieceRemoved(session, piece, isRemoved))
    },
  }
}

function doneText({ title }: ManagedPiece, { sold, hidden }: PieceState, done: DoneTexts): string {
  if (sold !== undefined) return done[sold ? 'sold' : 'unsold'](title)
  return done[hidden ? 'hidden' : 'shown'](title)
}
