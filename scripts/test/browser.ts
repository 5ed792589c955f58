import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const commonPlaces = [
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The folder of Playwright's downloads, and the path of the executable in each. */
const downloads = [
  process.env['PLAYWRIGHT_BROWSERS_PATH'] ?? '',
  join(homedir(), '.cache/ms-playwright'),
  join(homedir(), 'Library/Caches/ms-playwright'),
  join(homedir(), 'AppData/Local/ms-playwright'),
]
const programs = [
  'chrome-linux64/chrome',
  'chrome-linux/chrome',
  'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-win64/chrome.exe',
]

/** The Chromium for tests, from `CHROMIUM_PATH` or found on this machine; `undefined` if there is none. */
export function findBrowser(): string | undefined {
  const named = process.env['CHROMIUM_PATH']
  if (named !== undefined && named !== '') return named
  return [...onPath(...names), ...commonPlaces, ...downloaded()].find(isProgram)
}

/** The files that these commands may be. */
export function onPath(...commands: readonly string[]): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.flatMap((folder) => commands.map((command) => join(folder, command)))
}

/** The Chromium for tests. Downloads one if there is none, and says so. @throws Error if that fails. */
export function findOrDownloadBrowser(): string {
  const found = findBrowser()
  if (found !== undefined) return found
  if (isDebian() && process.getuid?.() === 0) {
    run('Installing Debian’s chromium for the browser tests', 'apt-get', ['update', '--quiet'])
    run('…', 'apt-get', ['install', '--yes', '--quiet', '--no-install-recommends', 'chromium'])
  } else {
    const playwright = join(import.meta.dirname, '../../node_modules/@playwright/test/cli.js')
    run('Downloading Playwright’s Chromium for the browser tests', process.execPath, [
      playwright,
      'install',
      'chromium',
    ])
  }
  const brought = findBrowser()
  if (brought === undefined) throw new Error('No Chromium was found. Install one, or name it in CHROMIUM_PATH.')
  return brought
}

/** Newest first. */
function downloaded(): string[] {
  return downloads
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((folder) => /chromium-\d+$/.test(folder))
    .toSorted((a, b) => Number(b.split('-').at(-1)) - Number(a.split('-').at(-1)))
    .flatMap((folder) => programs.map((program) => join(folder, program)))
}

export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function isDebian(): boolean {
  return existsSync('/etc/os-release') && /^ID(?:_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'))
}

function run(what: string, command: string, args: readonly string[]): void {
  process.stdout.write(`${what}: ${[command, ...args].join(' ')}\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync(command, args, { stdio: 'inherit', env })
}

if (import.meta.main) process.stdout.write(`${findOrDownloadBrowser()}\n`)
