import type { ItemRequest } from '../../src/domain/item.ts'
import { askShop, refusalOf } from '../api/api-client.ts'
import type { Answer } from '../api/api-client.ts'
import type { Session } from '../session/session.ts'
import { looksTheSame } from './edit-conflict.ts'
import type { ManagedPiece } from './managed-piece.ts'

/** What came of a change; `isDone: false` when somebody else has changed the piece before. */
export interface PieceOutcome {
  readonly isDone: boolean
  readonly piece: ManagedPiece
}

/** All pieces, newest first, and the catalogue's revision at which they were read. */
export interface ManagedList {
  readonly revision: number
  readonly items: readonly ManagedPiece[]
}

/** @returns `undefined` when whoever asks is no owner. @throws Error for people. */
export async function listPieces(session: Session): Promise<ManagedList | undefined> {
  const answer = await askShop(session, { method: 'GET', path: '/api/manage/items' })
  if (answer.status === 403) return undefined
  if (!answer.isOk) throw refusalOf(answer)
  return answer.body as unknown as ManagedList
}

/** @throws Error for people. */
export async function savePiece(session: Session, piece: ManagedPiece, body: ItemRequest): Promise<PieceOutcome> {
  return change(session, piece, { method: 'PUT', body })
}

/** @throws Error for people. */
export async function setPieceState(
  session: Session,
  piece: ManagedPiece,
  body: Partial<Pick<ManagedPiece, 'sold' | 'hidden'>>,
): Promise<PieceOutcome> {
  return change(session, piece, { method: 'PATCH', body })
}

/** @throws Error for people. */
export async function setPieceRemoved(
  session: Session,
  piece: ManagedPiece,
  isRemoved: boolean,
): Promise<PieceOutcome> {
  const path = pathOf(piece)
  const question = isRemoved ? { method: 'DELETE', path } : { method: 'POST', path: `${path}/restore` }
  return toOutcome(await askShop(session, question))
}

/** Changes a piece that is to its maker what it was, whatever its version. */
async function change(
  session: Session,
  piece: ManagedPiece,
  question: { method: string; body: object },
): Promise<PieceOutcome> {
  let { version } = piece
  for (;;) {
    const outcome = toOutcome(await askShop(session, { ...question, path: pathOf(piece), version }))
    const isSettled = outcome.isDone || outcome.piece.version === version || !looksTheSame(piece, outcome.piece)
    if (isSettled) return outcome
    version = outcome.piece.version
  }
}

function pathOf({ id }: ManagedPiece): string {
  return `/api/items/${id}`
}

function toOutcome(answer: Answer): PieceOutcome {
  if (answer.isOk) return { isDone: true, piece: answer.body as unknown as ManagedPiece }
  if (answer.status === 412) return { isDone: false, piece: answer.body?.['item'] as ManagedPiece }
  throw refusalOf(answer)
}
