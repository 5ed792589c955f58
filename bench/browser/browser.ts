import { EventEmitter, once } from 'node:events'
import type { Readable, Writable } from 'node:stream'

import { findOrDownloadBrowser } from '../../scripts/test/browser.ts'
import { startProgram } from '../machine/program.ts'
import { createTemporaryFolder } from '../machine/temporary-folder.ts'

/** A message of the DevTools protocol. */
// oxlint-disable-next-line typescript/no-explicit-any -- Each caller knows the shape of its response.
export type Message = any

/** A headless Chromium, controlled through its debugging pipe only, with all of its features. */
export interface Browser extends AsyncDisposable {
  /** Opens a tab with a new, empty browser context. */
  openPage(): Promise<Page>
  /** The ids of the renderer processes of pages and workers. */
  pageProcesses(): Promise<number[]>
}

/** The page that one tab shows. Disposing of it closes the tab and its context. */
export interface Page extends AsyncDisposable {
  send(method: string, params?: object): Promise<Message>
  on(event: string, listener: (params: Message) => void): void
  /** Resolves with the parameters of the next such event; rejects if none comes within a minute. */
  next(event: string): Promise<Message>
  /** The value of an expression in the page; a promise is awaited. */
  evaluate<T>(expression: string): Promise<T>
}

/** Not the default, `HeadlessChrome`, which counts as a crawler: the shop does not cache pages for crawlers. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36'

const eventTimeoutMs = 60_000

const flags = [
  '--headless=new',
  '--remote-debugging-pipe',
  '--no-first-run',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--user-agent=${userAgent}`,
]

export async function startBrowser(): Promise<Browser> {
  await using resources = new AsyncDisposableStack()
  const profile = resources.use(await createTemporaryFolder())
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const program = resources.use(
    startProgram(findOrDownloadBrowser(), [...flags, ...sandbox, `--user-data-dir=${profile.path}`, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    }),
  )
  const [, , , writing, reading] = program.child.stdio
  const connection = new Connection(writing as Writable, reading as Readable)
  await connection.send('Target.setDiscoverTargets', { discover: true })
  const owned = resources.move()
  return {
    openPage: () => openPage(connection),
    async pageProcesses() {
      const { processInfo } = await connection.send('SystemInfo.getProcessInfo')
      return processInfo.filter(({ type }: Message) => type === 'renderer').map(({ id }: Message) => id)
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function openPage(connection: Connection): Promise<Page> {
  const { browserContextId } = await connection.send('Target.createBrowserContext')
  const tab = { url: 'about:blank', browserContextId, forTab: true }
  const { targetId } = await connection.send('Target.createTarget', tab)
  const { sessionId } = await connection.send('Target.attachToTarget', { targetId, flatten: true })
  const events = new EventEmitter()
  const shown = await followShownPage(connection, sessionId, events)
  const page: Page = {
    send: (method, params) => connection.send(method, params, shown()),
    on: (event, listener) => void events.on(event, listener),
    async next(event) {
      const [params] = await once(events, event, { signal: AbortSignal.timeout(eventTimeoutMs) })
      return params
    },
    async evaluate(expression) {
      const options = { expression, awaitPromise: true, returnByValue: true }
      const { result, exceptionDetails } = await page.send('Runtime.evaluate', options)
      if (exceptionDetails) throw new Error(`In the page: ${exceptionDetails.exception?.description}`)
      return result.value
    },
    async [Symbol.asyncDispose]() {
      await connection.send('Target.disposeBrowserContext', { browserContextId })
    },
  }
  return page
}

/**
 * A tab has several pages: the visible one, prerendered ones, and those in the back/forward cache. Chromium does not
 * prerender if a client is attached only to the visible one.
 *
 * @returns a function that returns the session of the visible page.
 */
async function followShownPage(connection: Connection, tabSessionId: string, events: EventEmitter) {
  const sessions = new Map<string, string>()
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  let shown = ''
  const show = ({ targetId, type, subtype }: Message) => {
    const sessionId = sessions.get(targetId)
    if (sessionId === undefined || type !== 'page' || subtype !== undefined) return
    shown = sessionId
    open()
  }
  connection.on(`${tabSessionId} Target.attachedToTarget`, ({ sessionId, targetInfo }) => {
    sessions.set(targetInfo.targetId, sessionId)
    connection.forward(sessionId, events)
    connection.send('Page.enable', {}, sessionId).catch(() => undefined) // The session may have ended already.
    show(targetInfo)
  })
  connection.on(`${tabSessionId} Target.targetInfoChanged`, ({ targetInfo }) => show(targetInfo))
  const all = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true }
  await connection.send('Target.setAutoAttach', all, tabSessionId)
  await opened
  return () => shown
}

interface Call {
  readonly sessionId: string | undefined
  readonly resolve: (result: Message) => void
  readonly reject: (error: Error) => void
}

/** The protocol over a pipe: JSON messages, each terminated by a zero byte. */
class Connection extends EventEmitter {
  readonly #pipe: Writable
  readonly #calls = new Map<number, Call>()
  readonly #forwards = new Map<string, EventEmitter>()
  #lastId = 0

  constructor(writing: Writable, reading: Readable) {
    super()
    this.setMaxListeners(0)
    this.#pipe = writing
    let rest = ''
    reading.setEncoding('utf8').on('data', (chunk: string) => {
      const messages = (rest + chunk).split('\0')
      rest = messages.pop() ?? ''
      for (const message of messages) this.#receive(JSON.parse(message))
    })
    reading.once('close', () => this.#calls.forEach(({ reject }) => reject(new Error('The browser is gone.'))))
    writing.on('error', () => undefined)
  }

  /** Forwards the events of a session to an emitter. */
  forward(sessionId: string, events: EventEmitter): void {
    this.#forwards.set(sessionId, events)
  }

  send(method: string, params: object = {}, sessionId?: string): Promise<Message> {
    const id = ++this.#lastId
    const { promise, resolve, reject } = Promise.withResolvers<Message>()
    this.#calls.set(id, { sessionId, resolve, reject: (error) => reject(new Error(`${method}: ${error.message}`)) })
    this.#pipe.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    return promise
  }

  #receive({ id, method, params, sessionId = '', result, error }: Message): void {
    if (id === undefined) {
      if (method === 'Target.detachedFromTarget') this.#rejectCalls(params.sessionId)
      this.emit(`${sessionId} ${method}`, params)
      this.#forwards.get(sessionId)?.emit(method, params)
      return
    }
    const call = this.#calls.get(id)
    this.#calls.delete(id)
    if (error) call?.reject(new Error(error.message))
    else call?.resolve(result)
  }

  /** Rejects the pending calls of a session that has ended. */
  #rejectCalls(ended: string): void {
    for (const [id, { sessionId, reject }] of this.#calls) {
      if (sessionId !== ended) continue
      this.#calls.delete(id)
      reject(new Error('The page is gone.'))
    }
  }
}
