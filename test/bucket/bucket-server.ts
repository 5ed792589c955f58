import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { installPackages } from '../kit/install-packages.ts'

/** A bucket of an S3 server. */
export interface ServedBucket {
  /** The options of `openBucketStore`. */
  readonly bucket: {
    readonly url: string
    readonly region: string
    readonly accessKeyId: string
    readonly secretAccessKey: string
    readonly sessionToken: undefined
  }
  /** The file of an object, or of one that is not there yet. */
  readonly pathOf: (key: string) => string
}

/** An S3 server on loopback, in its own process, with an empty bucket. */
export interface BucketServer extends ServedBucket {
  /** The folder with the folders of the buckets. */
  readonly folder: string
  /** Adds another empty bucket. */
  readonly addBucket: (name: string) => Promise<ServedBucket>
  /** Stops the server and keeps its objects. */
  readonly stop: () => Promise<void>
  /** Stops the server and deletes its objects. */
  readonly dispose: () => Promise<void>
}

const script = join(import.meta.dirname, 'node_modules/s3rver/bin/s3rver.js')
const name = 'shop-photos'

/** Starts S3rver, with its default keys. It needs a cipher that OpenSSL calls legacy. */
export async function startBucketServer(): Promise<BucketServer> {
  await installPackages('test/bucket')
  const folder = await mkdtemp(join(tmpdir(), 'bucket-'))
  const options = ['--directory', folder, '--address', '127.0.0.1', '--port', '0', '--configure-bucket', name]
  const child = spawn(process.execPath, ['--openssl-legacy-provider', script, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let port: string | undefined
  for await (const line of createInterface(child.stdout)) {
    port = /listening on \S+:(\d+)/.exec(line)?.[1]
    if (port !== undefined) break
  }
  if (port === undefined) throw new Error('The S3 server did not start.')
  child.stdout.resume()
  const stop = async () => {
    child.kill('SIGKILL')
    await exited
  }
  const keys = { region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', sessionToken: undefined }
  const served = (bucketName: string): ServedBucket => ({
    bucket: { url: `http://127.0.0.1:${port}/${bucketName}`, ...keys },
    pathOf: (key) => join(folder, bucketName, `${key}._S3rver_object`),
  })
  return {
    ...served(name),
    folder,
    async addBucket(bucketName) {
      // S3rver takes each folder for a bucket.
      await mkdir(join(folder, bucketName))
      return served(bucketName)
    },
    stop,
    async dispose() {
      await stop()
      await rm(folder, { recursive: true })
    },
  }
}
