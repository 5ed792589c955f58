import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { MiddlewareHandler } from 'hono'
import { getMimeType } from 'hono/utils/mime'

import { acceptedEncoding } from '../pages/encoding.ts'
import type { Encoding } from '../pages/encoding.ts'
import type { Bindings } from './bindings.ts'

const builtFiles = fileURLToPath(new URL('../../build/client', import.meta.url))

interface StaticFile {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer>
}

/** By path: the file in each encoding that the build made of it. */
type StaticFiles = ReadonlyMap<string, Partial<Record<Encoding, StaticFile>>>

/**
 * The built files for browsers, compressed beforehand. The name of what lies in `assets/` changes with its content.
 *
 * All of them are read into memory at once, some 2 MB: an answer opens no file and waits for no thread, however many are
 * asked for, and none fails when the process has no file descriptors left.
 */
export function staticFiles(folder = builtFiles): MiddlewareHandler<Bindings> {
  const files = readFiles(folder)
  return async (context, next) => {
    const file = files.get(context.req.path)
    const found = file?.[acceptedEncoding(context.req.header('Accept-Encoding'))] ?? file?.identity
    return found ? context.body(found.body, 200, found.headers) : next()
  }
}

const suffixes = { '.br': 'br', '.gz': 'gzip' } as const

function readFiles(folder: string): StaticFiles {
  const files = new Map<string, Partial<Record<Encoding, StaticFile>>>()
  if (!existsSync(folder)) return files // In development, before the first build.
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const place = join(entry.parentPath, entry.name)
    const [, plain = '', suffix] = /^(.*?)(\.br|\.gz)?$/.exec(`/${relative(folder, place).split(sep).join('/')}`) ?? []
    const encoding = suffix === undefined ? 'identity' : suffixes[suffix as keyof typeof suffixes]
    const body = readFileSync(place)
    files.set(plain, { ...files.get(plain), [encoding]: { body, headers: headersOf(plain, encoding, body.length) } })
  }
  return files
}

function headersOf(path: string, encoding: Encoding, bytes: number): Record<string, string> {
  const isImmutable = path.startsWith('/assets/')
  return {
    'Content-Type': getMimeType(path) ?? 'application/octet-stream',
    'Content-Length': String(bytes),
    ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    'Cache-Control': isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=86400',
    Vary: 'Accept-Encoding',
  }
}
