import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'

import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { findWrongNativeFiles } from './native-files.ts'
import { platforms } from './platforms.ts'

const modules = join(import.meta.dirname, '../../node_modules/@img')
const [sharp] = globSync(`${modules}/sharp-linux-${process.arch}/lib/*.node`)
const [libvips] = globSync(`${modules}/sharp-libvips-linux-${process.arch}/lib/libvips-cpp.so*`)
const hasReadelf = spawnSync('readelf', ['--version']).status === 0
const skip = !(hasReadelf && sharp && libvips) && 'needs readelf, and Linux with glibc'

const [own, other] = platforms.toSorted((a, b) => Number(b.cpu === process.arch) - Number(a.cpu === process.arch))

function folderWith(t: TestContext, ...files: readonly (string | undefined)[]): string {
  const folder = temporaryFolder(t)
  writeFileSync(join(folder, 'text'), 'no program')
  for (const file of files) if (file !== undefined) symlinkSync(file, join(folder, basename(file)))
  return folder
}

describe('findWrongNativeFiles', { skip }, () => {
  it('finds nothing where every file is for the platform and brings its libraries', (t) => {
    assert.ok(own)
    assert.deepEqual(findWrongNativeFiles(folderWith(t, sharp, libvips), own), [])
  })

  it('names a library that nothing brings', (t) => {
    assert.ok(own)
    const [first = ''] = findWrongNativeFiles(folderWith(t, sharp), own)
    assert.match(first, /\.node needs libvips-cpp\.so\S*, which nothing brings$/)
  })

  it('does not depend on the language of the machine', (t) => {
    const { PATH, LC_ALL } = process.env
    t.after(() => Object.assign(process.env, { PATH, LC_ALL: LC_ALL ?? '' }))
    const folder = temporaryFolder(t)
    const standIn = '#!/bin/sh\n[ "$LC_ALL" = C ] && PATH="${PATH#*:}" exec readelf "$@"\necho "Machine : x"\n'
    writeFileSync(join(folder, 'readelf'), standIn, { mode: 0o755 })
    Object.assign(process.env, { PATH: `${folder}:${PATH}`, LC_ALL: 'fr_FR.UTF-8' })
    assert.ok(own)
    assert.deepEqual(findWrongNativeFiles(folderWith(t, sharp, libvips), own), [])
  })

  it('names a file for another processor', (t) => {
    assert.ok(own && other)
    const wrong = findWrongNativeFiles(folderWith(t, libvips), other)
    assert.deepEqual(wrong, [`${basename(libvips ?? '')} is for ${own.machine}, not ${other.machine}`])
  })
})
