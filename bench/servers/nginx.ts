import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { findFreePort } from '../../scripts/free-ports.ts'
import type { RawResponse } from '../../test/fuzz/response-reader.ts'
import { waitUntil } from '../machine/machine.ts'
import { findProgram, onCore, temporaryFolders } from '../machine/program.ts'

/** A running nginx with one process. */
export interface Nginx extends AsyncDisposable {
  readonly port: number
  readonly pid: number
}

/** Starts nginx, tuned for speed, with the body and headers of `answer` as its response to `GET /`, from a file. */
export async function startNginxWith(answer: RawResponse, core: number): Promise<Nginx> {
  await using resources = new AsyncDisposableStack()
  const folder = resources.use(await mkdtempDisposable(join(temporaryFolders, 'nginx-')))
  await mkdir(join(folder.path, 'site'))
  await writeFile(join(folder.path, 'site/page'), answer.body)
  const nginx = resources.use(await startNginx(folder.path, locationOf(answer), core))
  const owned = resources.move()
  return { port: nginx.port, pid: nginx.pid, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** Starts nginx with this content of its `server` block and its files in `folder`. */
export async function startNginx(folder: string, server: string, core: number): Promise<Nginx> {
  const path = findProgram('nginx', 'nginx-light')
  const port = await findFreePort()
  const configuration = join(folder, 'nginx.conf')
  await writeFile(configuration, configure(folder, port, server))
  const [command, ...args] = [...onCore(core), path, '-p', folder, '-e', join(folder, 'error.log'), '-c', configuration]
  const nginx = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const end = () => nginx.kill()
  process.once('exit', end)
  const ended = once(nginx, 'exit').finally(() => process.off('exit', end))
  const isOpen = () =>
    fetch(`http://127.0.0.1:${port}/`, { method: 'HEAD' }).then(
      () => true,
      () => false,
    )
  await waitUntil(isOpen, 'nginx did not start.')
  return {
    port,
    pid: nginx.pid ?? 0,
    async [Symbol.asyncDispose]() {
      end()
      await ended
    },
  }
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
        root ${folder}/site;
        ${server}
      }
    }`
}

/** Headers that nginx writes itself. */
const own = new Set(['content-type', 'content-length', 'date', 'connection', 'keep-alive'])

function locationOf({ headers }: RawResponse): string {
  const quoted = (value: string) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  const added = [...headers].filter(([name]) => !own.has(name))
  const type = headers.get('content-type') ?? 'text/html'
  return `
    location = / {
      try_files /page =404;
      etag off;
      if_modified_since off;
      max_ranges 0;
      types { }
      default_type ${quoted(type)};
      add_header Last-Modified "";
      ${added.map(([name, value]) => `add_header ${name} ${quoted(value)};`).join('\n      ')}
    }`
}
