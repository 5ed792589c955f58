import { item, problems } from '../../src/domain/messages.ts'

/** In place of a page that could not be made. */
export function PageFailed() {
  return (
    <div className="page notice-page">
      <p role="alert">{problems.pageFailed}</p>
      <a className="button" href="/">
        {item.backHome}
      </a>
    </div>
  )
}
