interface LiveListener {
  /** The server says that the catalogue is at this revision: on connecting, and after each change. */
  onRevision: (revision: number) => void
  /** The page is looked at again after a while: what was missed should be fetched before the socket is trusted. */
  onReturn?: () => void
  /** Whether the server is there, and the storage behind it where that is elsewhere. */
  onState?: (isConnected: boolean) => void
}

/** After the server refused the connection itself; an interrupted one is resumed by the browser. */
const retryMs = 15_000

/**
 * Follows the catalogue's revisions over server-sent events for as long as the page is looked at. The connection is
 * closed while the page is hidden, which saves a phone's battery, leaves browsers' few connections a host to the other
 * tabs and lets the page into the back/forward cache.
 */
export function openLiveConnection({ onRevision, onReturn, onState }: LiveListener): void {
  let source: EventSource | undefined
  /** As the server said last. */
  let isBackendThere = true
  let retry: ReturnType<typeof setTimeout> | undefined

  const close = () => {
    clearTimeout(retry)
    source?.close()
    source = undefined
  }
  const open = () => {
    close()
    source = new EventSource('/api/items/live')
    source.onopen = () => onState?.(isBackendThere)
    source.onerror = () => {
      onState?.(false)
      if (source?.readyState === EventSource.CLOSED) retry = setTimeout(open, retryMs * (1 + Math.random()))
    }
    source.addEventListener('backend', ({ data }) => {
      isBackendThere = data === 'connected'
      onState?.(isBackendThere)
    })
    source.addEventListener('revision', (event) => onRevision(Number(event.data)))
  }
  const comeBack = () => {
    if (source) return
    onReturn?.()
    open()
  }

  addEventListener('pagehide', close)
  addEventListener('pageshow', comeBack)
  document.addEventListener('visibilitychange', () => (document.hidden ? close() : comeBack()))
  if (!document.hidden) open()
}
