/** A page that is still being rendered. Concurrent requests share the rendering. */
export interface StreamedPage {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The complete page for another reader. */
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
