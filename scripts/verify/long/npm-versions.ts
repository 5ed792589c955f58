import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { waitForOutput } from '../../../test/kit/wait-for-output.ts'
import { root } from '../report.ts'

// README's first command, from a fresh clone of this checkout's HEAD, with the npm that people have and a Node of its time.

/** Debian 12, Node 20, Node 22, Node 24, and the newest. */
const pairs = [
  { npm: '9.2.0', node: '18' },
  { npm: '10.8.2', node: '20' },
  { npm: '10.9.4', node: '22' },
  { npm: '11.6.2', node: '24' },
  { npm: 'latest', node: '26' },
] as const

const packageOfNode = `node-${process.platform}-${process.arch}`

/** Installs packages into a folder of their own, with the npm of this machine. */
function install(folder: string, ...packages: readonly string[]): void {
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{}')
  execFileSync('npm', ['install', '--silent', '--no-save', ...packages], { cwd: folder, stdio: 'inherit' })
}

async function tryPair(pair: (typeof pairs)[number], scratch: string): Promise<void> {
  const tools = join(scratch, 'tools')
  install(tools, `npm@${pair.npm}`, `${packageOfNode}@${pair.node}`)
  const bin = join(tools, 'node_modules', packageOfNode, 'bin')
  const npm = join(tools, 'node_modules/npm/bin/npm-cli.js')
  const checkout = join(scratch, 'checkout')
  execFileSync('git', ['clone', '--quiet', root, checkout])
  // Without the commands of this checkout, which come first in an npm script.
  const path = (process.env['PATH'] ?? '').split(':').filter((folder) => !folder.includes('node_modules'))
  const env = {
    HOME: process.env['HOME'],
    NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'], // Some networks have a certificate authority of their own.
    PATH: [bin, ...path].join(':'),
    SHOP_DATA_DIR: join(scratch, 'data'),
    PORT: '0',
  }
  const runNpm = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(join(bin, 'node'), [npm, ...args], {
      cwd: checkout,
      env,
      encoding: 'utf8',
    })
    const output = stdout + stderr
    if (status !== 0) throw new Error(`npm ${args.join(' ')} fails:\n${output}`)
    return output
  }
  const installed = runNpm('ci')
  if (/warn/i.test(installed)) throw new Error(`npm ci warns:\n${installed}`)
  await startOnce([join(bin, 'node'), npm, 'start'], checkout, env)
  runNpm('run', 'verify', '--', 'format', 'lint', 'types')
}

/** Starts the shop, asks whether it is ready, and stops it as Ctrl-C does: with a signal to each process. */
async function startOnce(
  [program = '', ...args]: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const [url] = await waitForOutput(child, /http:\/\/localhost:\d+/)
  const { status } = await fetch(`${url}/healthz`)
  if (status !== 200) throw new Error(`/healthz answers ${status}`)
  process.kill(-(child.pid ?? 0), 'SIGINT')
  await exited
}

if (process.platform === 'win32') throw new Error('This check needs signals to groups of processes.')
for (const pair of pairs) {
  const scratch = mkdtempSync(join(tmpdir(), 'npm-versions-'))
  const startedAt = performance.now()
  try {
    await tryPair(pair, scratch)
    process.stdout.write(
      `npm ${pair.npm} with Node ${pair.node}: works, ${((performance.now() - startedAt) / 1_000).toFixed(0)} s\n`,
    )
  } catch (error) {
    process.stdout.write(`npm ${pair.npm} with Node ${pair.node}: FAILED: ${(error as Error).message}\n`)
    process.exitCode = 1
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
  }
}
