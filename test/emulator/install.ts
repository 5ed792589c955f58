import { installPackages } from '../fixtures/install-once.ts'

/** Installs Google's emulator, 270 MB. */
export async function installOnce(): Promise<void> {
  await installPackages(import.meta.dirname, 'Google’s Auth emulator for the conformance tests')
}

if (import.meta.main) await installOnce()
