import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

import { findFreePort } from '../../scripts/free-ports.ts'
import type { RawResponse } from '../../test/fuzz/response-reader.ts'
import { root } from '../../test/kit/shop/shop-process.ts'
import { waitUntil } from '../machine/machine.ts'
import { cores, findProgram, onCore } from '../machine/program.ts'

/** A running nginx with one process. */
export interface Nginx extends AsyncDisposable {
  readonly port: number
  readonly pid: number
}

/** A response that nginx sends from a file. */
type StaticPage = Pick<RawResponse, 'headers' | 'body'>

/** Starts nginx with static pages in Brotli, the shop's icon, and the photos of a shop. @param pages HTML by its path. */
export async function startBareShop(pages: Readonly<Record<string, string>>, dataDir: string): Promise<Nginx> {
  const headers = new Map([
    ['content-type', 'text/html; charset=utf-8'],
    ['content-encoding', 'br'],
    ['cache-control', 'no-cache'],
  ])
  const compressed = Object.entries(pages).map(([path, html]) => [path, { headers, body: brotliCompressSync(html) }])
  const files = `
    location = /favicon.svg {
      root ${join(root, 'public')};
      types { image/svg+xml svg; }
    }
    location /photos/ {
      root ${dataDir};
      types { image/avif avif; image/webp webp; }
      add_header Cache-Control "public, max-age=31536000, immutable";
    }`
  return startNginx(Object.fromEntries(compressed), files)
}

/**
 * Starts nginx, tuned for speed, on the core that is measured.
 *
 * @param pages by path
 * @param more of its `server` block
 */
export async function startNginx(pages: Readonly<Record<string, StaticPage>>, more = ''): Promise<Nginx> {
  await using resources = new AsyncDisposableStack()
  const folder = resources.use(await mkdtempDisposable(join(tmpdir(), 'nginx-'))).path
  for (const [index, { body }] of Object.values(pages).entries()) await writeFile(join(folder, `page-${index}`), body)
  const locations = Object.entries(pages).map(([path, page], index) => locationOf(path, `/page-${index}`, page))
  const port = await findFreePort()
  const configuration = join(folder, 'nginx.conf')
  await writeFile(configuration, configure(folder, port, [...locations, more].join('')))
  const options = ['-p', folder, '-e', join(folder, 'error.log'), '-c', configuration]
  const [command, ...args] = [...onCore(cores.measured), findProgram('nginx', 'nginx-light'), ...options]
  const nginx = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const end = () => nginx.kill()
  process.once('exit', end)
  const ended = once(nginx, 'exit').finally(() => process.off('exit', end))
  resources.defer(async () => {
    end()
    await ended
  })
  const request = () => fetch(`http://127.0.0.1:${port}/`, { method: 'HEAD' }).catch(() => undefined)
  await waitUntil(async () => (await request()) !== undefined, 'nginx did not start.')
  const owned = resources.move()
  return { port, pid: nginx.pid ?? 0, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

function configure(folder: string, port: number, server: string): string {
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
    daemon off;
    master_process off;
    pid ${folder}/nginx.pid;
    worker_rlimit_nofile 16384;
    events { worker_connections 8192; multi_accept on; }
    http {
      ${scratch.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
      access_log off;
      open_file_cache max=1000 inactive=1h;
      open_file_cache_valid 1h;
      open_file_cache_min_uses 1;
      sendfile on;
      tcp_nopush on;
      tcp_nodelay on;
      keepalive_timeout 30s 30s;
      keepalive_requests 1000000000;
      server_tokens off;
      server {
        listen 127.0.0.1:${port} backlog=4096;
        root ${folder};
        ${server}
      }
    }`
}

/** Headers that nginx writes itself. */
const own = new Set(['content-type', 'content-length', 'date', 'connection', 'keep-alive'])

function locationOf(path: string, file: string, { headers }: StaticPage): string {
  const quoted = (value: string) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  const type = headers.get('content-type') ?? 'text/html'
  const added = [...headers].filter(([name]) => !own.has(name))
  return `
    location = ${path} {
      try_files ${file} =404;
      etag off;
      if_modified_since off;
      max_ranges 0;
      types { }
      default_type ${quoted(type)};
      add_header Last-Modified "";
      ${added.map(([name, value]) => `add_header ${name} ${quoted(value)};`).join('\n      ')}
    }`
}
