import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'

import dockerignore from '@balena/dockerignore'

import { platforms } from './release/platforms.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFile(join(root, path), 'utf8')

/** The steps of a Dockerfile, one line each. */
function stepsIn(dockerfile: string): string[] {
  return dockerfile
    .replaceAll(/\\\n/g, '')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
}

describe('Dockerfile', () => {
  let steps: string[]
  before(async () => {
    steps = stepsIn(await read('Dockerfile'))
  })

  it('has the folder of the release for each platform, which .dockerignore lets through', async () => {
    const isSent = dockerignore
      .default()
      .add(await read('.dockerignore'))
      .createFilter()
    for (const { name, debian } of platforms) {
      const stage = steps.indexOf(`FROM debian:trixie-slim AS ${debian}`)
      assert.equal(steps[stage + 1], `COPY --chmod=755 release/stockinette-*-${name} /stockinette`)
      assert.ok(isSent(`release/stockinette-0.1.0-${name}/server.ts`), name)
      assert.ok(isSent(`release/stockinette-0.1.0-${name}/node_modules/node-${name}/bin/node`), name)
    }
    for (const path of ['package.json', 'src/log.ts', 'data/items.db', 'release/stockinette-0.1.0-linux-x64.tar.xz']) {
      assert.ok(!isSent(path), path)
    }
  })

  it('runs nothing in the last stage: the image for another processor needs no emulation', () => {
    const last = steps.slice(steps.findLastIndex((step) => step.startsWith('FROM ')))
    assert.equal(last[0], 'FROM ${TARGETARCH}')
    const ran = steps.filter((step, index) => {
      const [from = ''] = steps
        .slice(0, index)
        .filter((each) => each.startsWith('FROM '))
        .slice(-1)
      return step.startsWith('RUN ') && !from.startsWith('FROM --platform=$BUILDPLATFORM ')
    })
    assert.deepEqual(ran, [])
  })

  it('runs the program of the release as a user without rights', () => {
    assert.ok(steps.includes('USER 1000:1000'))
    assert.equal(steps.at(-1), 'CMD ["stockinette", "start"]')
  })
})
