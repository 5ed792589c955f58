import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { installPackages } from '../../../test/kit/install-packages.ts'
import { waitForOutput } from '../../../test/kit/wait-for-output.ts'
import type { Service } from './service.ts'

/** The setting with the address of an emulator that this process shares. */
const sharedAddress = 'TEST_AUTH_EMULATOR'

/** Starts Google's Auth emulator for this process and those that it starts, unless it shares one already. */
export async function shareAuthEmulator(): Promise<Disposable | null> {
  if (process.env[sharedAddress] !== undefined) return null
  await installPackages('packages/identity/conformance')
  const program = join(import.meta.dirname, 'auth-emulator-process.ts')
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const [, address = ''] = await waitForOutput(child, /is open at (http\S+)\n/)
  process.env[sharedAddress] = address
  return { [Symbol.dispose]: () => void child.kill() }
}

/** Opens a project of the shared emulator, without accounts. Its origin is for this project alone. */
export async function openAuthProject(projectId: string): Promise<Service> {
  const address = process.env[sharedAddress]
  if (address === undefined) throw new Error('This process shares no Auth emulator.')
  const answer = await fetch(`${address}/${projectId}`, { method: 'POST' })
  return { name: 'emulator', origin: await answer.text(), projectId }
}
