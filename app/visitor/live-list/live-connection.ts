import { afterPaint } from '../after-paint.ts'
import type { RevisionListener } from './refetch-on-revision.ts'

/** After the server refused the connection; the browser itself resumes an interrupted one. */
const retryMs = 15_000

/**
 * Receives the catalogue's revisions over server-sent events while the page is visible. Closing the connection of a
 * hidden page saves battery, leaves the browser's few connections per host to other tabs, and allows the back/forward
 * cache, except in Firefox, which decides on that before the page is hidden.
 *
 * @param onState whether the server is connected, and its storage if that is a remote service.
 */
export function openLiveConnection(
  listener: RevisionListener | undefined,
  onState?: (isConnected: boolean) => void,
): void {
  let source: EventSource | undefined
  /** The latest state from the server. */
  let isBackendConnected = true
  let retry: ReturnType<typeof setTimeout> | undefined

  const close = () => {
    clearTimeout(retry)
    source?.close()
    source = undefined
  }
  const open = () => {
    close()
    source = new EventSource('/api/items/live')
    source.onopen = () => onState?.(isBackendConnected)
    source.onerror = () => {
      onState?.(false)
      if (source?.readyState === EventSource.CLOSED) retry = setTimeout(open, retryMs * (1 + Math.random()))
    }
    source.addEventListener('backend', ({ data }) => {
      isBackendConnected = data === 'connected'
      onState?.(isBackendConnected)
    })
    source.addEventListener('revision', (event) => listener?.onRevision(Number(event.data)))
  }
  // What was shown before is painted first: after 'Back', that is the whole page.
  const resume = () =>
    afterPaint(() => {
      if (source || document.hidden) return
      listener?.onReturn()
      open()
    })

  addEventListener('pagehide', close)
  addEventListener('pageshow', resume)
  document.addEventListener('visibilitychange', () => (document.hidden ? close() : resume()))
  if (!document.hidden) open()
}
