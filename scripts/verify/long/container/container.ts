import { execFileSync, spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'

import type { Image } from './images.ts'

export interface ContainerOptions {
  /** Folders of this machine by their paths in the container. Everything else is read-only. */
  readonly volumes: Readonly<Record<string, string>>
  readonly settings: Readonly<Record<string, string>>
  /** Instead of the image's. */
  readonly command?: readonly string[]
  /** A program of this machine that runs the container, with its arguments. */
  readonly launcher?: readonly string[]
}

/** A command of an image as the first process of a container, with a network of its own. */
export class Container implements Disposable {
  readonly #enter: readonly string[]
  readonly #unshare: ChildProcessByStdio<null, Readable, Readable>
  /** Its status; `null` if it was killed. */
  readonly exited: Promise<number | null>
  output = ''

  constructor(image: Image, { volumes, settings, command = image.command, launcher = [] }: ContainerOptions) {
    const environment = [...image.environment, ...Object.entries(settings).map(([name, value]) => `${name}=${value}`)]
    const entry = ['env', '-i', `--chdir=${image.workingDirectory}`, 'HOME=/', ...environment]
    this.#enter = ['chroot', `--userspec=${image.user}`, image.files, ...entry]
    const mounts = [
      'mount --bind "$1" "$1"',
      'mount --rbind /dev "$1/dev"',
      'mount -t proc proc "$1/proc"',
      ...Object.entries(volumes).map(([path, folder]) => `mount --bind ${folder} "$1${path}"`),
      'mount -o remount,bind,ro "$1"',
      'ip link set lo up',
      'shift; exec "$@"',
    ]
    const options = ['--mount', '--pid', '--net', '--fork', '--kill-child', '--propagation', 'private']
    const script = ['sh', '-ec', mounts.join('\n'), 'sh', image.files]
    const [program = '', ...args] = [...launcher, 'unshare', ...options, ...script, ...this.#enter, ...command]
    this.#unshare = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    this.exited = once(this.#unshare, 'close').then(([code]) => code as number | null)
    for (const stream of [this.#unshare.stdout, this.#unshare.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (this.output += text))
    }
  }

  /** As this machine numbers it; `undefined` before the start and after the end. */
  get #firstProcess(): number | undefined {
    const { pid } = this.#unshare
    try {
      return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')) || undefined
    } catch {
      return undefined
    }
  }

  /** @throws Error with the output if it ends before. */
  async waitUntilOpen(): Promise<void> {
    const ended = this.exited.then(() => {
      throw new Error(`The container ended:\n${this.output}`)
    })
    while (!this.output.includes('the shop is open')) {
      await Promise.race([once(this.#unshare.stdout, 'data'), ended])
    }
  }

  signal(name: NodeJS.Signals): void {
    if (this.#firstProcess !== undefined) process.kill(this.#firstProcess, name)
  }

  /** Runs a command in the container. @returns its output. @throws Error if it ends with another status than 0. */
  exec(command: readonly string[]): string {
    return this.#join(['--mount', '--pid', '--net', ...this.#enter, ...command])
  }

  /** Runs a command of this machine in the container's network. */
  visit(command: readonly string[], input: string): string {
    return this.#join(['--net', ...command], input)
  }

  #join(args: readonly string[], input = ''): string {
    return execFileSync('nsenter', ['--target', String(this.#firstProcess), ...args], { input, encoding: 'utf8' })
  }

  [Symbol.dispose](): void {
    this.#unshare.kill('SIGKILL')
  }
}
