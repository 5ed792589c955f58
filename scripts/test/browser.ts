import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { chromium } from '@playwright/test'

/** Chromium without windows of its own: tests take a fifth less time. */
const shell = 'chromium-headless-shell'

const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** For measurements: first a browser as people have it. */
export const forMeasuring: readonly string[] = [...browsers, shell]

/**
 * Finds the Chromium of the tests, which is `CHROMIUM_PATH`, one of this machine or Playwright's download.
 *
 * @param names of programs. The first one that this machine has is taken.
 */
export function findBrowser(names: readonly string[] = [shell, ...browsers]): string | undefined {
  return process.env['CHROMIUM_PATH'] || [...onPath(...names), chromium.executablePath()].find(isProgram)
}

/** Finds the Chromium of the tests, or downloads one and says so. @throws Error if that fails. */
export function findOrDownloadBrowser(names?: readonly string[]): string {
  const found = findBrowser(names)
  if (found !== undefined) return found
  // Others have no such package.
  if (canInstall(/^ID=debian$/m)) {
    install(shell)
  } else {
    run(
      process.execPath,
      join(import.meta.dirname, '../../node_modules/@playwright/test/cli.js'),
      'install',
      'chromium',
    )
  }
  const downloaded = findBrowser()
  if (downloaded === undefined) throw new Error('No Chromium was found. Install one, or name it in CHROMIUM_PATH.')
  return downloaded
}

/**
 * Pages are measured with a font of the width of a phone's. Without one, browsers on Linux fall back to DejaVu, in which texts
 * take more lines. Pages in Sinhala and Tamil need fonts of these scripts. Installs Liberation Sans and Noto, or says what is
 * missing.
 */
function requireFonts(): void {
  if (process.platform === 'linux' && !/liberation|arial|roboto|noto/i.test(fontFor('Arial'))) {
    requireFont('fonts-liberation', 'No font has the width of Arial: tests of sizes will fail.')
  }
  if (!hasLocalFonts()) {
    requireFont('fonts-noto-core', 'No font has the letters of Sinhala and Tamil: tests of their pages are skipped.')
  }
}

function requireFont(name: string, missing: string): void {
  if (canInstall()) install(name)
  else process.stdout.write(`${missing} Install ${name}.\n`)
}

function fontFor(family: string): string {
  const { stdout } = spawnSync('fc-match', [family], { encoding: 'utf8' })
  return stdout ?? '' // There is no such command on a machine without fonts.
}

/** Whether this machine shows the letters of Sinhala and Tamil. Only Linux may lack them. */
export function hasLocalFonts(): boolean {
  if (process.platform !== 'linux') return true
  return ['si', 'ta'].every((language) => {
    const { stdout } = spawnSync('fc-list', [`:lang=${language}`, 'family'], { encoding: 'utf8' })
    return (stdout ?? '') !== ''
  })
}

/** The files that these commands may be. */
export function onPath(...commands: readonly string[]): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return commands.flatMap((command) => folders.map((folder) => join(folder, command)))
}

export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Whether this is root on Debian or, unless another pattern is given, on a system that is derived from it. */
function canInstall(system = /^ID(?:_LIKE)?=.*debian/m): boolean {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  return system.test(release) && process.getuid?.() === 0
}

function install(name: string): void {
  run('apt-get', 'update', '--quiet')
  run('apt-get', 'install', '--yes', '--quiet', '--no-install-recommends', name)
}

function run(command: string, ...args: string[]): void {
  process.stdout.write(`Installing what the browser tests need: ${[command, ...args].join(' ')}\n`)
  execFileSync(command, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
}

if (import.meta.main) {
  process.stdout.write(`${findOrDownloadBrowser()}\n`)
  requireFonts()
}
