/**
 * Google's Auth emulator for any number of projects. Each start of it compiles the description of its API, which takes a
 * processor four seconds, so that the tests share one. `POST /PROJECT` answers with the origin of a server for that project.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'

interface AuthServer {
  /** API keys belong to the default project. */
  readonly createApp: (project: string, mode: undefined, projects: Map<string, object>) => Promise<RequestListener>
}

interface AuthState {
  readonly AgentProjectState: new (project: string) => object
}

const load = createRequire(import.meta.url)
const { createApp } = load('firebase-tools/lib/emulator/auth/server.js') as AuthServer
const { AgentProjectState } = load('firebase-tools/lib/emulator/auth/state.js') as AuthState

/** The project whose server has received a request. */
const current = new AsyncLocalStorage<string>()
const defaultProject = 'the current one'

class Projects extends Map<string, object> {
  override get(name: string): object {
    const project = name === defaultProject ? (current.getStore() ?? name) : name
    return this.getOrInsertComputed(project, () => new AgentProjectState(project))
  }
}

let app: Promise<RequestListener> | undefined

async function listen(handle: RequestListener): Promise<string> {
  const server: Server = createServer(handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const origin = await listen(async (request, response) => {
  const handle = await (app ??= createApp(defaultProject, undefined, new Projects()))
  const project = (request.url ?? '').slice(1)
  // A server does all its work in the context in which it was created.
  response.end(await current.run(project, () => listen(handle)))
})
process.stdout.write(`The Auth emulator is open at ${origin}\n`)
process.on('disconnect', () => process.exit())
