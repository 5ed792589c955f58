import { setTimeout as wait } from 'node:timers/promises'

import type { AwsClient } from 'aws4fetch'

import { assertFileName, isFileName, type ListedFile, type PhotoStore, type PhotoTrash } from '../photo-store.ts'
import { storageUnavailable } from './disk.ts'

export interface BucketConfig {
  /** URL of the bucket, without a trailing slash: `https://s3.eu-central-1.amazonaws.com/shop-photos`. */
  readonly url: string
  /** `auto` for providers without regions. */
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** For temporary keys. */
  readonly sessionToken: string | undefined
}

const timeoutMs = 20_000

/** How often, and after how many milliseconds each time, a request that came too soon is repeated. */
const slowDown = { retries: 3, delayMs: 1_100 }

/** Stores photos in an S3-compatible bucket: Amazon S3, Cloudflare R2, Google Cloud Storage, MinIO. */
export async function openBucketStore({ url, sessionToken, ...keys }: BucketConfig): Promise<PhotoStore> {
  const { AwsClient: Client } = await import('aws4fetch')
  const token = sessionToken === undefined ? {} : { sessionToken }
  const client = new Client({ ...keys, ...token, service: 's3', retries: 2 })
  return storeOf(createRequester(client, url))
}

/** Key prefix of removed objects. File names contain no slash. */
const trashPrefix = '.removed/'

function storeOf(send: SendRequest): PhotoStore {
  const objects = objectsOf(send, '')
  return {
    ...objects,
    putAll: async (files) => {
      await Promise.all(files.slice(0, -1).map(([name, bytes]) => objects.put(name, bytes)))
      for (const [name, bytes] of files.slice(-1)) await objects.put(name, bytes)
    },
    // Not every provider can copy an object onto itself.
    touch: async (name) => {
      const bytes = await objects.get(name)
      if (bytes !== undefined) await objects.put(name, bytes)
    },
    trash: trashOf(objects, objectsOf(send, trashPrefix)),
  }
}

type Objects = Pick<PhotoStore, 'put' | 'get' | 'list' | 'modifiedAt'> & Pick<PhotoTrash, 'remove'>

/** The objects with keys of this prefix and a file name. */
function objectsOf(send: SendRequest, prefix: string): Objects {
  return {
    put: async (name, bytes) => {
      assertFileName(name)
      await send(`/${prefix}${name}`, { method: 'PUT', body: Buffer.from(bytes) })
    },
    get: async (name) => (isFileName(name) ? send(`/${prefix}${name}`, { method: 'GET' }) : undefined),
    remove: async (name) => {
      if (isFileName(name)) await send(`/${prefix}${name}`, { method: 'DELETE' })
    },
    list: (start = '') => list(send, prefix, start),
    modifiedAt: async (name) => {
      if (!isFileName(name)) return undefined
      const found = await Array.fromAsync(list(send, prefix, name))
      return found.find((file) => file.name === name)?.modifiedAt
    },
  }
}

/** Objects cannot be moved atomically: for a moment a file is in both places, never in neither. */
function trashOf(objects: Objects, removed: Objects): PhotoTrash {
  const move = async (from: Objects, to: Objects, name: string) => {
    const bytes = await from.get(name)
    if (bytes === undefined) return
    await to.put(name, bytes)
    await from.remove(name)
  }
  return {
    ...removed,
    add: (name) => move(objects, removed, name),
    restore: (name) => move(removed, objects, name),
  }
}

/** Rejects with ShopError `storage-unavailable` in place of any error. */
type SendRequest = (path: string, request: RequestInit) => Promise<Uint8Array<ArrayBuffer> | undefined>

/** Sends a request to the bucket, and returns the body of its answer; `undefined` when there is no such object. */
function createRequester(client: AwsClient, url: string): SendRequest {
  /** Google Cloud Storage takes one write a second of an object; the client's own retries end sooner. (cloud.google.com/storage/quotas) */
  const fetchSlowly = async (path: string, request: RequestInit, retries = slowDown.retries): Promise<Response> => {
    const answer = await client.fetch(url + path, request)
    if (answer.status !== 429 || retries === 0) return answer
    await answer.body?.cancel()
    await wait(slowDown.delayMs)
    return fetchSlowly(path, request, retries - 1)
  }
  return async (path, request) => {
    try {
      const answer = await fetchSlowly(path, { ...request, signal: AbortSignal.timeout(timeoutMs) })
      const bytes = new Uint8Array(await answer.arrayBuffer())
      if (answer.ok) return bytes
      const code = errorCode(bytes)
      if (code === 'NoSuchKey') return undefined
      throw new Error(`The bucket answered ${answer.status}: ${code}`)
    } catch (error) {
      throw storageUnavailable(error)
    }
  }
}

/** S3 errors are XML; the `Code` is enough and contains no secret. */
function errorCode(bytes: Uint8Array): string {
  return /<Code>(\w+)<\/Code>/.exec(Buffer.from(bytes).toString())?.[1] ?? 'no code'
}

/**
 * ListObjectsV2, a page of a thousand at a time; the delimiter leaves out keys with another prefix.
 * (docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html)
 */
async function* list(send: SendRequest, prefix: string, start: string): AsyncGenerator<ListedFile> {
  let next: string | undefined = ''
  while (next !== undefined) {
    const page = { 'list-type': '2', delimiter: '/', prefix: prefix + start }
    const query = new URLSearchParams({ ...page, ...(next !== '' && { 'continuation-token': next }) })
    const xml: string = Buffer.from((await send(`?${query.toString()}`, { method: 'GET' })) ?? []).toString()
    yield* filesOf(xml, prefix)
    next = /<NextContinuationToken>([^<]+)</.exec(xml)?.[1]
  }
}

/** Our names need no XML unescaping; other names are ignored. */
function* filesOf(xml: string, prefix: string): Generator<ListedFile> {
  for (const entry of xml.split('<Contents>').slice(1)) {
    const key = /<Key>([^<]+)<\/Key>/.exec(entry)?.[1] ?? ''
    const name = key.startsWith(prefix) ? key.slice(prefix.length) : ''
    const modifiedAt = new Date(/<LastModified>([^<]+)<\/LastModified>/.exec(entry)?.[1] ?? NaN)
    const size = Number(/<Size>(\d+)<\/Size>/.exec(entry)?.[1] ?? NaN)
    if (isFileName(name) && !Number.isNaN(modifiedAt.getTime() + size)) yield { name, modifiedAt, size }
  }
}
