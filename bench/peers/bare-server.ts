/** A page, server-sent events and an added item with plain `node:http`: the cost of a process and of its connections alone. */
import { createServer, type ServerResponse } from 'node:http'

import { sayOpened } from './say-opened.ts'

const { PORT } = process.env
const page = Buffer.alloc(8_500, 'stitch')
const streams = new Set<ServerResponse>()

createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
  if (request.url === '/api/items/live') {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
    response.write('retry: 1000\n\n')
    streams.add(response)
    response.once('close', () => streams.delete(response))
  } else if (request.method === 'POST') {
    for (const stream of streams) stream.write('event: revision\nid: 1\ndata: 1\n\n')
    request.resume().once('end', () => response.writeHead(201, { 'Content-Length': 2 }).end('{}'))
  } else {
    const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': page.length }
    response.writeHead(200, headers).end(page)
  }
}).listen({ port: Number(PORT), host: '127.0.0.1', backlog: 4_096 }, sayOpened)
