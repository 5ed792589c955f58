import type { Socket } from 'node:net'

/** Resolves once a connection is closed, also by a reset, at which `events.once` would reject. */
export function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.on('error', () => {}).once('close', () => resolve())
  })
}
