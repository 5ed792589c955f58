import { useState } from 'react'

import { manage } from '../../src/messages/messages.ts'
import type { Session } from '../session/session.ts'
import { setPieceRemoved, setPieceState } from './manage-api.ts'
import type { PieceOutcome } from './manage-api.ts'
import type { ManagedPiece } from './managed-piece.ts'

export type PieceState = Partial<Pick<ManagedPiece, 'sold' | 'hidden'>>

interface Options {
  readonly session: Session | undefined
  /** Puts a piece in its place as it is now. */
  readonly take: (piece: ManagedPiece) => void
  /** Says why something was not done; `undefined`: no more. */
  readonly say: (words: string | undefined) => void
}

/** What a press of a button in a piece's row does, one at a time for each piece. */
export function usePieceChanges({ session, take, say }: Options) {
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
      say(manage.failed((error as Error).message))
    }
    setBusyIds((before) => new Set([...before].filter((id) => id !== piece.id)))
  }
  return {
    /** Of the pieces to which something is being done. */
    busyIds,
    /** What was done last, for whoever does not see it. */
    announcement,
    setState: (piece: ManagedPiece, state: PieceState) => {
      if (session) void change(piece, wordsFor(piece, state), setPieceState(session, piece, state))
    },
    setRemoved: (piece: ManagedPiece, isRemoved: boolean) => {
      const words = manage.done[isRemoved ? 'removed' : 'restored'](piece.title)
      if (session) void change(piece, words, setPieceRemoved(session, piece, isRemoved))
    },
  }
}

function wordsFor({ title }: ManagedPiece, { sold, hidden }: PieceState): string {
  const { done } = manage
  if (sold !== undefined) return done[sold ? 'sold' : 'unsold'](title)
  return done[hidden ? 'hidden' : 'shown'](title)
}
