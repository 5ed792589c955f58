import { EventEmitter } from 'node:events'
import type { Readable, Writable } from 'node:stream'

import { bringBrowser } from '../scripts/test/browser.ts'
import { startProgram } from './program.ts'
import { createTemporaryFolder } from './temporary-folder.ts'

/** What the DevTools protocol answers and tells; its shapes are the protocol's own. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Message = any

/** A Chromium without a window, driven over its debugging pipe alone: nothing of it is switched off for tests. */
export interface Browser extends AsyncDisposable {
  /** A tab of its own visitor, who has been nowhere yet. */
  openPage(): Promise<Page>
}

/** One tab. Disposing of it forgets its visitor. */
export interface Page extends AsyncDisposable {
  send(method: string, params?: object): Promise<Message>
  on(event: string, listener: (params: Message) => void): void
  /** Resolves with the next of these events, and with what is told in it. */
  next(event: string): Promise<Message>
  /** The value of an expression in the page; a promise is awaited. */
  evaluate<T>(expression: string): Promise<T>
}

const flags = [
  '--headless=new',
  '--remote-debugging-pipe',
  '--no-first-run',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export async function startBrowser(): Promise<Browser> {
  await using resources = new AsyncDisposableStack()
  const profile = resources.use(await createTemporaryFolder())
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const program = resources.use(
    startProgram(bringBrowser(), [...flags, ...sandbox, `--user-data-dir=${profile.path}`, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    }),
  )
  const [, , , writing, reading] = program.child.stdio
  const connection = new Connection(writing as Writable, reading as Readable)
  await connection.send('Target.setDiscoverTargets', { discover: true })
  const owned = resources.move()
  return { openPage: () => openPage(connection), [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

async function openPage(connection: Connection): Promise<Page> {
  const { browserContextId } = await connection.send('Target.createBrowserContext')
  const { targetId } = await connection.send('Target.createTarget', { url: 'about:blank', browserContextId })
  const { sessionId } = await connection.send('Target.attachToTarget', { targetId, flatten: true })
  const page: Page = {
    send: (method, params) => connection.send(method, params, sessionId),
    on: (event, listener) => void connection.on(`${sessionId} ${event}`, listener),
    next: (event) => new Promise((resolve) => connection.once(`${sessionId} ${event}`, resolve)),
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
  await page.send('Page.enable')
  return page
}

/** The protocol over a pipe: messages of JSON, each ended by a zero byte. */
class Connection extends EventEmitter {
  readonly #pipe: Writable
  readonly #calls = new Map<number, { resolve: (result: Message) => void; reject: (error: Error) => void }>()
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

  send(method: string, params: object = {}, sessionId?: string): Promise<Message> {
    const id = ++this.#lastId
    const { promise, resolve, reject } = Promise.withResolvers<Message>()
    this.#calls.set(id, { resolve, reject: (error) => reject(new Error(`${method}: ${error.message}`)) })
    this.#pipe.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    return promise
  }

  #receive({ id, method, params, sessionId = '', result, error }: Message): void {
    if (id === undefined) {
      this.emit(`${sessionId} ${method}`, params)
      return
    }
    const call = this.#calls.get(id)
    this.#calls.delete(id)
    if (error) call?.reject(new Error(error.message))
    else call?.resolve(result)
  }
}
