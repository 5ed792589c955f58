import { homePath } from '../../src/domain/page-paths.ts'
import { useMessages } from '../use-messages.ts'

/** A message in place of the page's content, with a link to the home page. */
export function PageMessage({ message, role }: { message: string; role?: 'alert' | undefined }) {
  const { item } = useMessages()
  return (
    <div className="page-message">
      <p role={role}>{message}</p>
      <a className="button" href={homePath}>
        {item.backHome}
      </a>
    </div>
  )
}
