/** Opens many pages, each with a live list, and adds items. Prints what they cost and when they learn of it. */
import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { setTimeout } from 'node:timers/promises'

import { newItemAt } from '../data/items.ts'
import { memoryBytes } from '../machine/machine.ts'
import { quantile } from '../report/figures.ts'

const [port = 0, pid = 0, pages = 0] = process.argv.slice(2).map(Number)
const idToken = process.argv[5] ?? ''
const settleMs = 4_000
const openedTogether = 250

/** One connection for each page, from several local addresses, as each has its own range of ports. */
function createAgents(count: number): Agent[] {
  return Array.from(
    { length: count },
    (_, index) => new Agent({ keepAlive: true, maxSockets: 1, localAddress: `127.0.0.${2 + (index % 8)}` }),
  )
}

/** Resolves with the head of the response. */
async function send(agent: Agent, path: string, method = 'GET', body = ''): Promise<IncomingMessage> {
  const headers = {
    'Accept-Encoding': 'br',
    ...(body !== '' && { 'Content-Type': 'application/json', Authorization: `Bearer ${idToken}` }),
  }
  const sent = request({ agent, host: '127.0.0.1', port, path, method, headers }).end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  if ((response.statusCode ?? 0) >= 300) throw new Error(`${method} ${path} answered ${response.statusCode}.`)
  return response
}

async function sendFully(...args: Parameters<typeof send>): Promise<void> {
  const response = await send(...args)
  await once(response.resume(), 'end')
}

/** Opens streams in groups, as visitors do not all come in the same millisecond. */
async function openStreams(agents: readonly Agent[]): Promise<IncomingMessage[]> {
  const streams: IncomingMessage[] = []
  while (streams.length < agents.length) {
    const group = agents.slice(streams.length, streams.length + openedTogether)
    streams.push(...(await Promise.all(group.map(openStream))))
  }
  return streams
}

async function openStream(agent: Agent): Promise<IncomingMessage> {
  const stream = await send(agent, '/api/items/live')
  await once(stream, 'data')
  return stream
}

/** Adds an item. @returns after how many milliseconds each stream reported it. */
async function addAndAwaitEvents(streams: readonly IncomingMessage[], owner: Agent, index: number): Promise<number[]> {
  const startedAt = performance.now()
  const reported = streams.map((stream) => once(stream, 'data').then(() => performance.now() - startedAt))
  await sendFully(owner, '/api/items', 'POST', JSON.stringify(newItemAt(index)))
  return Promise.all(reported)
}

async function timeUntilAllServed(agents: readonly Agent[]): Promise<number> {
  const startedAt = performance.now()
  await Promise.all(agents.map((agent) => sendFully(agent, '/')))
  return performance.now() - startedAt
}

const [owner] = createAgents(1) as [Agent]
await sendFully(owner, '/')
await setTimeout(settleMs)
const before = memoryBytes(pid, 'VmRSS')
const streams = await openStreams(createAgents(pages))
await setTimeout(settleMs)
const bytesPerPage = (memoryBytes(pid, 'VmRSS') - before) / pages

const first = await addAndAwaitEvents(streams, owner, 1)
await setTimeout(500)
const second = await addAndAwaitEvents(streams, owner, 2)
const waited = [...first, ...second]
const visitors = createAgents(pages)
const newConnectionsMs = await timeUntilAllServed(visitors)
await addAndAwaitEvents(streams, owner, 3)
const keepAliveConnectionsMs = await timeUntilAllServed(visitors)

export type OpenPagesRun = typeof run
const run = { bytesPerPage, eventP99Ms: quantile(waited, 0.99), keepAliveConnectionsMs, newConnectionsMs }
process.stdout.write(JSON.stringify(run), () => process.exit())
