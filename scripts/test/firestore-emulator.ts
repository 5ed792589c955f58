import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { waitForOutput } from '../../test/kit/wait-for-output.ts'
import { findFreePort } from '../free-ports.ts'
import { isProgram, onPath } from './browser.ts'

const name = 'cloud_firestore_emulator'

/** In a folder of Google Cloud's command line. */
const component = join('platform/cloud-firestore-emulator', name)

/** Where Google's packages for Debian and Red Hat install it. */
const commonPlaces = ['/usr/lib', '/usr/lib64'].map((folder) => join(folder, 'google-cloud-sdk', component))

/** What to install, in one line. */
export const noFirestoreEmulator =
  'Google’s Firestore emulator was not found. It needs Java and the package google-cloud-cli-firestore-emulator ' +
  '(or `gcloud components install cloud-firestore-emulator`); FIRESTORE_EMULATOR_PATH can name its launcher.'

/** The launcher of Google's Firestore emulator on this machine; `undefined` if there is none, or no Java. */
export function findFirestoreEmulator(): string | undefined {
  const named = process.env['FIRESTORE_EMULATOR_PATH'] ?? ''
  const besideGcloud = onPath('gcloud').filter(isProgram).map(inFolderOf)
  const launcher = [named, ...onPath(name), ...besideGcloud, ...commonPlaces].find(isProgram)
  return launcher !== undefined && hasJava() ? launcher : undefined
}

/** `gcloud` on the `PATH` is often a link into Google's folder. */
function inFolderOf(gcloud: string): string {
  return join(dirname(realpathSync(gcloud)), '..', component)
}

function hasJava(): boolean {
  return spawnSync(process.env['JAVA'] ?? 'java', ['-version']).status === 0
}

/** The setting with the host of an emulator that this process shares. */
const sharedHost = 'TEST_FIRESTORE_HOST'

/** The shared emulator, as the value for `FIRESTORE_EMULATOR_HOST`. */
export function emulatorHost(): string {
  const host = process.env[sharedHost]
  if (host === undefined) throw new Error('This process shares no Firestore emulator.')
  return host
}

/** Java spends less on compiling what runs for minutes only. */
const shortLived = '-XX:+IgnoreUnrecognizedVMOptions -XX:TieredStopAtLevel=1 -XX:+UseSerialGC'

/**
 * Starts an empty Firestore with the rules of `deploy/firestore.rules`, on loopback, for this process and those that it
 * starts; nothing if it shares one already, or if this machine has no emulator.
 */
export async function shareFirestoreEmulator(): Promise<AsyncDisposable | null> {
  if (process.env[sharedHost] !== undefined) return null
  const launcher = findFirestoreEmulator()
  if (launcher === undefined) return null
  const port = await findFreePort()
  const rules = join(import.meta.dirname, '../../deploy/firestore.rules')
  const args = ['start', '--host=127.0.0.1', `--port=${port}`, `--rules=${rules}`]
  // Ends all of them, the launcher and its Java, when this process closes the input: also if it is killed.
  const script = '("$@"; kill 0) & cat; kill 0'
  const env = { ...process.env, JAVA_TOOL_OPTIONS: `${process.env['JAVA_TOOL_OPTIONS'] ?? ''} ${shortLived}` }
  const child = spawn('sh', ['-c', script, 'sh', launcher, ...args], { detached: true, env })
  const exited = once(child, 'exit')
  await waitForOutput(child, /is now running/)
  const host = `127.0.0.1:${port}`
  await writeOnce(host)
  process.env[sharedHost] = host
  return {
    async [Symbol.asyncDispose]() {
      child.stdin.end()
      await exited
    },
  }
}

/** The first write takes seconds, as Java loads most of the emulator then: too long for the timeouts of the shop. */
async function writeOnce(host: string): Promise<void> {
  const url = `http://${host}/v1/projects/none/databases/(default)/documents/none`
  const headers = { Authorization: 'Bearer owner', 'Content-Type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: '{"fields":{}}' })
  if (!answer.ok) throw new Error(`Google’s Firestore emulator answers ${answer.status}: ${await answer.text()}`)
}
