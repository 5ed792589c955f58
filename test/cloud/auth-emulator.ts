import { spawn } from 'node:child_process'
import { join } from 'node:path'

import type { Service } from '../../packages/identity/conformance/service.ts'
import { waitForOutput } from '../kit/wait-for-output.ts'

/** The setting with the address of the emulator that the test command has started for all test files. */
const sharedAddress = 'TEST_AUTH_EMULATOR'

/** Starts Google's Auth emulator for this process and those that it starts. Its packages must be installed. */
export async function shareAuthEmulator(): Promise<Disposable> {
  const program = join(import.meta.dirname, 'auth-emulator-process.ts')
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const [, address = ''] = await waitForOutput(child, /is open at (http\S+)\n/)
  process.env[sharedAddress] = address
  return { [Symbol.dispose]: () => void child.kill() }
}

/** Opens an emulated project of Firebase Authentication, without accounts. Its origin is for this project alone. */
export async function openAuthProject(projectId: string): Promise<Service> {
  const address = process.env[sharedAddress]
  if (address === undefined) throw new Error('The Auth emulator is started by the global setup of the tests.')
  const answer = await fetch(`${address}/${projectId}`, { method: 'POST' })
  return { name: 'emulator', origin: await answer.text(), projectId }
}
