/** A page that is still being written. Everyone who asked for it at the same moment reads the same rendering. */
export interface StreamedPage {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The whole of it, from its beginning, for one more reader. */
  read(): ReadableStream<Uint8Array>
}

export function createStreamedPage(
  status: number,
  body: ReadableStream<Uint8Array>,
  headers: Readonly<Record<string, string>>,
): StreamedPage {
  let rest = body
  return {
    status,
    headers: { ...headers, 'Cache-Control': 'no-cache' },
    read() {
      const [mine, next] = rest.tee()
      rest = next
      return mine
    },
  }
}
