import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { findFreePort } from '../../../scripts/free-ports.ts'
import { root } from '../shop/shop-process.ts'

const layers = 'lowerdir=/,upperdir="$0/upper",workdir="$0/work"'

/** On a disk of its own in memory, over this machine's files; `systemctl` and `journalctl` are those of the check of the documents. */
const mountScript = (archives: string) => `
mount -t tmpfs -o size=256m tmpfs "$0"
mkdir "$0/upper" "$0/work" "$0/root"
mount -t overlay -o ${layers} overlay "$0/root"
cd "$0/root"
mount -t proc proc proc
mount --rbind /dev dev
mount -t tmpfs tmpfs run
mkdir -p opt/checkout opt/archives
touch opt/node
mount --bind '${root}' opt/checkout
mount --bind '${archives}' opt/archives
mount --bind '${process.execPath}' opt/node
for name in systemctl journalctl; do rm -f usr/local/sbin/$name; done
cat >usr/local/sbin/systemctl <<'END'
#!/bin/sh
# What an upgrade asks again and again, without starting Node each time; a zombie is not active.
case $1 in
daemon-reload) exit 0 ;;
is-active)
  pid=$(cat /run/stockinette.service.pid) && stat=$(cat "/proc/$pid/stat") || exit 3
  case $stat in *') Z '*) exit 3 ;; *) exit 0 ;; esac
esac 2>/dev/null
exec /opt/node /opt/checkout/scripts/documents/stand-ins/systemctl.ts "$@"
END
printf '#!/bin/sh\\ncat /var/log/$2.journal\\n' >usr/local/sbin/journalctl
chmod 755 usr/local/sbin/systemctl usr/local/sbin/journalctl
echo mounted
exec cat`

const options = ['--mount', '--pid', '--fork', '--kill-child', '--propagation', 'private']

/** The reason to skip tests that need a {@link Machine}; `false` when they can run. */
export const noMachine =
  !(
    process.platform === 'linux' &&
    process.getuid?.() === 0 &&
    spawnSync('unshare', [...options, 'sh', '-c', 'command -v useradd setpriv nsenter chroot']).status === 0
  ) && 'needs Linux, root, useradd and setpriv'

/** What a program said, and how it ended. */
export interface Ended {
  readonly status: number | null
  readonly output: string
}

/**
 * A machine on which root installs releases: its own files and processes, and a supervisor of its own in place of systemd. It
 * shares the network.
 */
export class Machine implements AsyncDisposable {
  readonly #folder: string
  readonly #holder: ChildProcess
  readonly #init: number
  /** Of its shop. */
  readonly port: number

  private constructor(folder: string, holder: ChildProcess, port: number) {
    this.#folder = folder
    this.#holder = holder
    this.port = port
    const children = `/proc/${holder.pid}/task/${holder.pid}/children`
    this.#init = Number(execFileSync('cat', [children], { encoding: 'utf8' }))
  }

  /** @param archives a folder that it finds in `/opt/archives`. */
  static async start(archives: string): Promise<Machine> {
    const folder = mkdtempSync(join(tmpdir(), 'machine-'))
    const holder = spawn('unshare', [...options, 'sh', '-ec', mountScript(archives), folder], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    await Promise.race([once(holder.stdout, 'data'), once(holder, 'exit')])
    if (holder.exitCode !== null) throw new Error('The files of the machine could not be mounted.')
    return new Machine(folder, holder, await findFreePort())
  }

  /** Where this process finds one of its files. */
  seen(path: string): string {
    return join(`/proc/${this.#init}/root`, this.#folder, 'root', path)
  }

  write(path: string, text: string): void {
    writeFileSync(this.seen(path), text)
  }

  /** Runs a program as its root. */
  run(program: string, ...args: readonly string[]): Ended {
    const { status, stdout, stderr } = spawnSync('nsenter', this.#enter([program, ...args]), { encoding: 'utf8' })
    return { status, output: stdout + stderr }
  }

  /** @throws Error with the output if it fails. */
  must(program: string, ...args: readonly string[]): string {
    const { status, output } = this.run(program, ...args)
    if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${output}`)
    return output
  }

  #enter(command: readonly string[]): string[] {
    const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
    const environment = ['HOME=/root', `PATH=${path}`, 'NODE_COMPILE_CACHE=/var/cache/node']
    const place = ['--target', String(this.#init), '--mount', '--pid', 'chroot', join(this.#folder, 'root')]
    return [...place, 'env', '-i', ...environment, ...command]
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#holder, 'exit')
    this.#holder.kill('SIGKILL')
    await ended
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
