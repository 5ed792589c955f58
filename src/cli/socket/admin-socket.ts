import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'

import { getRequestListener } from '@hono/node-server'

import { commandName } from '../../command-name.ts'
import { ShopError } from '../../domain/errors.ts'
import { prepareClosing } from '../../web/http-server.ts'
import { createAdminApi, type AdminApiOptions, type AdminServices } from './admin-api.ts'
import { adminSocketPath } from './admin-client.ts'

/** How long a client may take to send its request. */
const timeouts = { headersTimeout: 2_000, requestTimeout: 10_000, connectionsCheckingInterval: 1_000 }

/**
 * Opens the socket of a running shop, which answers {@link createAdminApi} over HTTP. It is accessible to the shop's own user
 * only, like the whole data folder.
 *
 * Where it cannot be created, for example because the path is longer than about a hundred bytes, the shop runs without
 * it.
 *
 * @param folder the data folder, which this process has locked.
 * @returns disposing stops pending commands that take long, and waits for all.
 */
export async function openAdminSocket(
  folder: string,
  services: Partial<AdminServices>,
  options: Omit<AdminApiOptions, 'closing'>,
): Promise<AsyncDisposable> {
  const closing = new AbortController()
  const api = createAdminApi(services, { ...options, closing: closing.signal })
  const server = createServer(timeouts, getRequestListener(api.fetch))
  const close = prepareClosing(server)
  try {
    await listenForOwnUser(server, adminSocketPath(folder))
  } catch (error) {
    options.log.warn({ err: error }, `commands (${commandName}) cannot reach this shop while it runs`)
    return { [Symbol.asyncDispose]: () => Promise.resolve() }
  }
  return {
    [Symbol.asyncDispose]() {
      closing.abort(new ShopError('shop-busy', 'The shop is stopping.'))
      return close()
    },
  }
}

async function listenForOwnUser(server: Server, path: string): Promise<void> {
  const isFile = !path.startsWith('\\\\')
  // A leftover of a shop that crashed: only one process can lock the folder.
  if (isFile) rmSync(path, { force: true })
  const listening = once(server, 'listening')
  // Private from the start: Node creates the socket within this call.
  const mask = process.umask(0o177)
  try {
    server.listen(path)
  } finally {
    process.umask(mask)
  }
  await listening
  if (isFile) chmodSync(path, 0o600)
}
