import { Writable } from 'node:stream'

import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'

interface WholeOptions {
  readonly nonce: string | undefined
  readonly onError: (error: unknown) => void
}

/** Renders a document as one text, once all of it is there. Without a web stream in between it costs half. */
export async function renderWhole(document: ReactNode, { nonce, onError }: WholeOptions): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const chunks: Buffer[] = []
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(Buffer.from(chunk)) // React writes into the same memory again.
      done()
    },
    final(done) {
      resolve(Buffer.concat(chunks).toString())
      done()
    },
  })
  const { pipe } = renderToPipeableStream(document, {
    ...(nonce !== undefined && { nonce }),
    onAllReady: () => pipe(sink),
    onShellError: reject,
    onError,
  })
  return promise
}
