import { on } from 'node:events'
import { MessageChannel, type MessagePort } from 'node:worker_threads'

import { BackupError } from '../backup-error.ts'
import type { ListAnswer, PhotoProblem, PhotoRequest, ReadAnswer } from '../jobs.ts'
import type { PhotoSource } from '../photo-source.ts'

/**
 * The photos of the shop, read by the main thread: a photo store may be opened only once. Rejects with BackupError when the
 * main thread cannot read them.
 */
export function createMainThreadPhotos(mainThread: MessagePort): PhotoSource {
  const ask = <Answer extends object>(request: (port: MessagePort) => PhotoRequest) =>
    answers<Answer>((port) => mainThread.postMessage(request(port), [port]))
  return {
    async *list() {
      for await (const { part } of ask<Exclude<ListAnswer, PhotoProblem>>((port) => ({ type: 'list', port }))) {
        if (part.length === 0) return
        yield part
      }
    },
    async read(name) {
      // Leaving the loop closes the port, which keeps the thread alive otherwise.
      for await (const { bytes } of ask<Exclude<ReadAnswer, PhotoProblem>>((port) => ({ type: 'read', port, name }))) {
        return bytes
      }
      return undefined
    },
  }
}

/** The messages that arrive through a new port, whose other end is given to `send`. */
async function* answers<Answer extends object>(send: (port: MessagePort) => void): AsyncGenerator<Answer> {
  const { port1: own, port2: other } = new MessageChannel()
  try {
    const messages = on(own, 'message') as AsyncIterable<[Answer | PhotoProblem]>
    send(other)
    for await (const [message] of messages) {
      if ('problem' in message) throw new BackupError(message.problem)
      yield message
    }
  } finally {
    own.close()
  }
}
