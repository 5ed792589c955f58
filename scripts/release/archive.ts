import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'

import type { Commit } from './commit.ts'

/**
 * Packs a folder, with a file for its digest. Order, modes, owners and times do not depend on the machine, so the same files
 * become the same bytes.
 *
 * @param level of compression; 0 is ten times as fast as 6.
 * @returns the archive's path.
 */
export function pack(folder: string, { time }: Commit, { level = 6 } = {}): string {
  const archive = `${folder}.tar.xz`
  const fixed = ['--sort=name', `--mtime=@${time}`, '--owner=0', '--group=0', '--numeric-owner', '--mode=a+rX,u+w,go-w']
  const format = ['--format=posix', '--pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime']
  const xz = `xz --threads=1 -${level}`
  const what = ['--directory', dirname(folder), basename(folder)]
  execFileSync('tar', ['--create', '--file', archive, `--use-compress-program=${xz}`, ...fixed, ...format, ...what])
  const digest = hash('sha256', readFileSync(archive))
  writeFileSync(`${archive}.sha256`, `${digest}  ${basename(archive)}\n`)
  return archive
}
