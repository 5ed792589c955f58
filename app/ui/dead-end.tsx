import { homePath } from '../../src/domain/page-paths.ts'
import { item } from '../../src/messages/messages.ts'

/** In place of what is not there: why, and the way back to the shop. */
export function DeadEnd({ words, role }: { words: string; role?: 'alert' | undefined }) {
  return (
    <div className="dead-end">
      <p role={role}>{words}</p>
      <a className="button" href={homePath}>
        {item.backHome}
      </a>
    </div>
  )
}
