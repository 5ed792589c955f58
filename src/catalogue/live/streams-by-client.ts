/** Streams grouped by client. Finds the client with the most streams without a search. */
export interface StreamsByClient<Stream> {
  readonly size: number
  /** The number of streams of a client. */
  countOf(client: string): number
  add(client: string, stream: Stream): void
  delete(client: string, stream: Stream): void
  /** The oldest stream of the client with the most streams; of several such clients, the one that has had that many for longest. */
  oldestOfMost(): Stream | undefined
}

export function createStreamsByClient<Stream>(): StreamsByClient<Stream> {
  const streamsOf = new Map<string, Set<Stream>>()
  /** Clients by their number of streams. No set in it is empty. */
  const clientsWith = new Map<number, Set<string>>()
  let size = 0
  let most = 0

  const move = (client: string, from: number, to: number) => {
    const before = clientsWith.get(from)
    before?.delete(client)
    if (before?.size === 0) clientsWith.delete(from)
    if (to === 0) return
    const clients = clientsWith.get(to)
    if (clients) clients.add(client)
    else clientsWith.set(to, new Set([client]))
  }

  return {
    get size() {
      return size
    },
    countOf: (client) => streamsOf.get(client)?.size ?? 0,
    add(client, stream) {
      const streams = streamsOf.get(client) ?? new Set()
      if (streams.has(stream)) return
      streamsOf.set(client, streams.add(stream))
      move(client, streams.size - 1, streams.size)
      most = Math.max(most, streams.size)
      size += 1
    },
    delete(client, stream) {
      const streams = streamsOf.get(client)
      if (!streams?.delete(stream)) return
      if (streams.size === 0) streamsOf.delete(client)
      move(client, streams.size + 1, streams.size)
      if (!clientsWith.has(most)) most -= 1 // It was the only client with the most, and has one less now.
      size -= 1
    },
    oldestOfMost() {
      const [client] = clientsWith.get(most) ?? []
      const [oldest] = (client !== undefined && streamsOf.get(client)) || []
      return oldest
    },
  }
}
