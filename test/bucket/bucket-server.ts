import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { installPackages } from '../kit/install-packages.ts'

/** A server that speaks S3, on loopback, as a process of its own. */
export interface BucketServer {
  /** What a bucket store is opened with. */
  readonly bucket: {
    readonly url: string
    readonly region: string
    readonly accessKeyId: string
    readonly secretAccessKey: string
    readonly sessionToken: undefined
  }
  /** The folder in which it keeps the bucket's objects. */
  readonly folder: string
  /** Ends it; what it kept stays. */
  readonly stop: () => Promise<void>
  /** Ends it and removes what it kept. */
  readonly dispose: () => Promise<void>
}

const script = join(import.meta.dirname, 'node_modules/s3rver/bin/s3rver.js')
const name = 'shop-photos'

/** S3rver. Its keys are its own; it signs its lists' pages with a cipher that OpenSSL calls legacy. */
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
  if (port === undefined) throw new Error('The server that speaks S3 did not start.')
  child.stdout.resume()
  const stop = async () => {
    child.kill('SIGKILL')
    await exited
  }
  const keys = { region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', sessionToken: undefined }
  return {
    bucket: { url: `http://127.0.0.1:${port}/${name}`, ...keys },
    folder,
    stop,
    async dispose() {
      await stop()
      await rm(folder, { recursive: true })
    },
  }
}
