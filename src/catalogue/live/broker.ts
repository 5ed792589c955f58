export type Broker = ReturnType<typeof createBroker>

/**
 * Passes a growing revision on. Knows neither HTTP nor the catalogue.
 *
 * @param receive called with the latest revision; must neither block nor throw.
 * @param spacingMs coalesces revisions that are published within this many milliseconds, so that a burst of changes does
 * not become a storm of requests. 0 turns coalescing off.
 */
export function createBroker(receive: (revision: number) => void, spacingMs: number) {
  let revision: number | undefined
  let lastSent: number | undefined
  let spacing: NodeJS.Timeout | undefined

  const send = () => {
    spacing = undefined
    if (revision === undefined || revision === lastSent) return
    lastSent = revision
    if (spacingMs > 0) spacing = setTimeout(send, spacingMs).unref()
    receive(revision)
  }

  return {
    /** The latest published revision; `undefined` before the first. */
    get revision() {
      return revision
    },
    publish(latest: number): void {
      revision = latest
      if (spacing === undefined) send()
    },
  }
}
