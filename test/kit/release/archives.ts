import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { isIncluded, toReleasePackage, toReleaseUnit } from '../../../scripts/release/program-folder.ts'
import { root } from '../shop/shop-process.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The name of the folder of a version for this machine. */
export const nameOf = (version: string): string => `stockinette-${version}-linux-${process.arch}`

/**
 * Makes the archive of a version from this checkout, as `npm run release` does, but with the modules and the build of
 * `/opt/checkout`, and quickly: it is not compressed, which `tar` finds out by itself.
 *
 * @param change changes the files of the folder.
 */
export function makeArchive(place: string, version: string, change: (folder: string) => void = () => {}): void {
  const folder = join(place, nameOf(version))
  const options = ['--cached', '--others', '--exclude-standard', 'src', 'deploy', 'server.ts']
  const files = execFileSync('git', ['ls-files', ...options], { cwd: root, encoding: 'utf8' })
  for (const path of files.trim().split('\n').filter(isIncluded)) cpSync(join(root, path), join(folder, path))
  mkdirSync(join(folder, 'lib'))
  for (const name of ['build', 'node_modules']) symlinkSync(`/opt/checkout/${name}`, join(folder, name))
  cpSync(join(root, 'scripts/release/stockinette.sh'), join(folder, 'stockinette'))
  const text = toReleasePackage(read('package.json'), { hash: 'c0ffee', time: 1_795_535_000 })
  writeFileSync(join(folder, 'package.json'), text.replace(/"version": "[^"]*"/, `"version": "${version}"`))
  writeFileSync(join(folder, 'deploy/stockinette.service'), toReleaseUnit(read('deploy/stockinette.service')))
  change(folder)
  const archive = `${folder}.tar.xz`
  execFileSync('tar', ['-cf', archive, '--owner=0', '--group=0', '--mode=a+rX', '-C', place, basename(folder)])
  const digest = createHash('sha256').update(readFileSync(archive)).digest('hex')
  writeFileSync(`${archive}.sha256`, `${digest}  ${basename(archive)}\n`)
  rmSync(folder, { recursive: true })
}

/** Replaces a text of a file, which has it once. */
export function replaceIn(file: string, text: string, by: string): void {
  const before = readFileSync(file, 'utf8')
  if (before.split(text).length !== 2) throw new Error(`${file} does not have once: ${text}`)
  writeFileSync(
    file,
    before.replace(text, () => by),
  )
}
