import { homePath } from '../../src/domain/page-paths.ts'
import { useMessages } from '../use-messages.ts'

/** In place of what is not there: why, and the way back to the shop. */
export function DeadEnd({ words, role }: { words: string; role?: 'alert' | undefined }) {
  const { item } = useMessages()
  return (
    <div className="dead-end">
      <p role={role}>{words}</p>
      <a className="button" href={homePath}>
        {item.backHome}
      </a>
    </div>
  )
}
