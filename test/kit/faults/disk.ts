import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { fillDisk } from '@stockinette/sqlite/test-support.ts'

import { root } from '../shop/shop-process.ts'

/** A small disk that is mounted for the processes behind `launcher` alone. It goes with the last of them. */
export interface Disk extends AsyncDisposable {
  /** Where it is mounted. */
  readonly path: string
  /** The beginning of the command line of a program that sees it. */
  readonly launcher: readonly string[]
  /** Where this process finds a path that these programs see. */
  readonly seen: (path: string) => string
  /** Leaves this number of bytes free, or none. */
  fill(freeBytes?: number): void
  /** Frees what `fill` took. */
  free(): void
  /** Runs a program that sees it, such as `mount`. @throws with its message. */
  run(program: string, ...args: readonly string[]): void
}

const isRoot = process.getuid?.() === 0

/** Root mounts anything; other users may mount a `tmpfs` in a user namespace of their own. */
const namespaces = isRoot ? ['--mount'] : ['--user', '--map-root-user', '--mount']

const canMount = (script: string) =>
  process.platform === 'linux' && spawnSync('unshare', [...namespaces, 'sh', '-c', script]).status === 0

/** The reason to skip tests that need {@link openMemoryDisk}; `false` when they can run. */
export const noMemoryDisk =
  !canMount('mount -t tmpfs tmpfs /tmp') && 'needs Linux, and the right to mount a tmpfs in a namespace of its own'

/** The reason to skip tests that need {@link openExt4Disk}; `false` when they can run. */
export const noExt4Disk =
  !(isRoot && canMount('command -v mkfs.ext4 fsck.ext4 && losetup --find')) &&
  'needs root, mkfs.ext4 and a free loop device'

/** A disk in memory. */
export function openMemoryDisk(bytes: number): Promise<Disk> {
  return openDisk(`mount -t tmpfs -o size=${bytes},mode=755 tmpfs "$0"`)
}

/** A disk with a real file system, in an image file. */
export async function openExt4Disk(bytes: number): Promise<Disk & { repair(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'stockinette-image-'))
  const image = join(folder, 'disk.ext4')
  const made = spawnSync('sh', ['-c', `truncate -s ${bytes} "$0" && mkfs.ext4 -q -b 4096 -m 0 "$0"`, image])
  if (made.status !== 0) throw new Error(made.stderr.toString())
  const mount = `mount -o loop,errors=remount-ro '${image}'`
  const disk = await openDisk(`${mount} "$0"`)
  return {
    ...disk,
    /** As after an error of the disk: checks it, while no program uses it, and mounts it again. */
    repair: () =>
      disk.run('sh', '-c', `umount "$0" && { fsck.ext4 -p '${image}' || [ $? = 1 ]; } && ${mount} "$0"`, disk.path),
    async [Symbol.asyncDispose]() {
      await disk[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Mounts it in a process that keeps the namespace open, and ends with this one: its standard input ends then. */
async function openDisk(mountScript: string): Promise<Disk> {
  const path = mkdtempSync(join(tmpdir(), 'stockinette-disk-'))
  const script = `${mountScript} && echo mounted && exec cat`
  const holder = spawn('unshare', [...namespaces, 'sh', '-c', script, path], { stdio: ['pipe', 'pipe', 'inherit'] })
  const closed = once(holder, 'close')
  await Promise.race([once(holder.stdout, 'data'), closed])
  if (holder.exitCode !== null) throw new Error(`The disk could not be mounted: ${mountScript}`)
  const seen = (each: string) => join(`/proc/${holder.pid}/root`, each)
  const filler = seen(join(path, 'filler'))
  const user = isRoot ? [] : ['--user', '--preserve-credentials']
  const launcher = ['nsenter', '--target', String(holder.pid), ...user, '--mount', `--wd=${root}`, '--']
  return {
    path,
    launcher,
    seen,
    fill(freeBytes = 0) {
      fillDisk(filler)
      truncateSync(filler, Math.max(0, statSync(filler).size - freeBytes))
    },
    free: () => rmSync(filler, { force: true }),
    run(...command) {
      const [program = '', ...args] = [...launcher, ...command]
      const { status, stderr } = spawnSync(program, args)
      if (status !== 0) throw new Error(`${command.join(' ')}: ${stderr.toString()}`)
    },
    async [Symbol.asyncDispose]() {
      holder.stdin.end()
      await closed
      rmdirSync(path)
    },
  }
}
