import { listManaged } from '../manage-client.ts'
import { checkItems, checkRepeatedAdding } from './check-items.ts'
import { checkPhotos } from './check-photos.ts'
import { checkSessions } from './check-sessions.ts'
import type { Verification, VerifyOptions } from './verification.ts'
import { acknowledgedOf, type Writer } from './writer.ts'

/**
 * Compares a shop that was started again with what it acknowledged. A write without an answer may have been made or not, but
 * not in part; the writer knows afterwards which, and can go on.
 */
export async function verify(writer: Writer, options: VerifyOptions): Promise<Verification> {
  const { url, latest = Infinity, raisedBy = 0 } = options
  const found: Verification = { lost: [], halfPhotos: [] }
  const [owner] = writer.owners
  if (owner === undefined) throw new Error('There is no owner.')
  await checkSessions(writer, latest, found.lost)
  const listed = await listManaged(url, acknowledgedOf(owner).idToken)
  const items = listed.map((item) => Object.assign({}, item, { version: String(Number(item.version) - raisedBy) }))
  await checkItems(writer, items, found.lost)
  await checkRepeatedAdding(writer, latest, found.lost)
  await checkPhotos(writer, items, options, found)
  return found
}
