import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parseEnv } from 'node:util'

import { readConfig } from '../../src/config/config.ts'
import { blocksIn } from './blocks.ts'
import { parts, pages } from './parts.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFile(join(root, path), 'utf8')

const shellCommands = new Set(['set', 'cd', 'export', 'exit', '.', 'exec'])

/** The names of the programs that a block runs, without those of `sh -c` in quotes. */
function programsIn(commands: string): string[] {
  const text = withoutHereDocuments(commands)
    .replaceAll(/\\\n/g, ' ')
    .replaceAll(/(^|\s)#.*$/gm, '')
    .replaceAll(/'[^']*'|"[^"]*"/g, 'QUOTED')
  const names = text.split(/\n|&&|\|\||[|;]/).flatMap((command) => {
    const words = command.trim().split(/\s+/)
    const isProgram = (word: string) => word !== '' && word !== 'sudo' && !/^\w+=/.test(word)
    return words.find((word) => isProgram(word)) ?? []
  })
  return [...new Set(names)].filter((name) => !shellCommands.has(name))
}

function withoutHereDocuments(commands: string): string {
  let end: string | undefined
  const lines = commands.split('\n').filter((line) => {
    const isInside = end !== undefined
    end = line === end ? undefined : (/<<'(\w+)'/.exec(line)?.[1] ?? end)
    return !isInside
  })
  return lines.join('\n')
}

describe('blocksIn', () => {
  it('finds the sh blocks with their headings, also inside lists', () => {
    const page =
      '# Page\n## One\n```sh\na\n```\n### Two\n```yaml\nno\n```\n1. x\n\n   ```sh\n   b \\\n     c\n   ```\n## Three\n'
    assert.deepEqual(blocksIn(page), [
      { headings: ['Page', 'One'], commands: 'a\n' },
      { headings: ['Page', 'One', 'Two'], commands: 'b \\\n  c\n' },
    ])
  })
})

describe('programsIn', () => {
  it('names what is run, not its arguments', () => {
    const block = "sudo git clone x\nA=1 npm ci && npm start | tee y <<'END'\nno such\nEND\n# no comment\n"
    assert.deepEqual(programsIn(block), ['git', 'npm', 'tee'])
  })
})

describe('the blocks of the pages', () => {
  it('are all in a part that the check runs, or leaves out with a reason', async () => {
    for (const page of pages) {
      for (const { headings } of blocksIn(await read(page))) {
        const part = parts.find((candidate) => candidate.page === page && headings.includes(candidate.heading))
        assert.ok(part, `${page}: ${headings.join(' › ')}`)
      }
    }
  })

  it('start a shop only if what was restored before could be', async () => {
    const restores = (await Promise.all(pages.map(read))).flatMap(blocksIn).flatMap(({ commands }) => {
      const [, rest] = /stockinette restore [^\n&]*([^]*)/.exec(commands) ?? []
      return rest === undefined ? [] : [rest]
    })
    assert.ok(restores.some((rest) => rest.includes('systemctl start')))
    for (const rest of restores) assert.doesNotMatch(rest, /\n.*(systemctl (start|enable)|compose up|docker run)/)
  })

  it('change to a version that is built on the machine only once it is built', async () => {
    const blocks = blocksIn(await read('docs/deploy.md'))
    const { commands } = blocks.find(({ headings }) => headings.includes('Build a new version')) ?? assert.fail()
    const [stop] = commands.split('systemctl stop')
    assert.match(stop ?? '', /sh -ec '\n {2}rm -rf app\.new\n[^']*npm run build/)
  })

  it('run only programs that the check knows', async () => {
    const known = new Set(
      'apt-get useradd git npm cp mv rm sudoedit install systemctl curl sh tee chmod mkdir ln umask restic rclone chown docker gcloud firebase gsutil certbot userdel sha256sum tar stockinette /srv/stockinette/stockinette-VERSION-linux-x64/stockinette /etc/cron.daily/send-backups'.split(
        ' ',
      ),
    )
    for (const page of pages) {
      for (const { headings, commands } of blocksIn(await read(page))) {
        const unknown = programsIn(commands).filter((name) => !known.has(name))
        assert.deepEqual(unknown, [], `${page}: ${headings.join(' › ')}`)
      }
    }
  })

  it('write no snapshot of another machine over this one', async () => {
    for (const page of pages) {
      for (const { headings, commands } of blocksIn(await read(page))) {
        assert.doesNotMatch(commands, /--target \/(?:\s|')/, `${page}: ${headings.join(' › ')}`)
      }
    }
  })

  it('put no database back by hand: only `restore` ends the sessions, codes and keys in it', async () => {
    for (const page of pages) assert.doesNotMatch(await read(page), /mv \S+\.db\.version-/, page)
  })

  it('have no secret in an argument, which every user of the machine may see', async () => {
    for (const page of pages) {
      for (const { headings, commands } of blocksIn(await read(page))) {
        const secret = /(?:secret|password)\w*=|obscure [^-]/i.exec(withoutHereDocuments(commands))
        assert.equal(secret?.[0], undefined, `${page}: ${headings.join(' › ')}`)
      }
    }
  })
})

describe('sample settings', () => {
  it('of the unit are accepted', async () => {
    const config = readConfig(parseEnv(await read('deploy/stockinette.env')))
    assert.equal(config.shop.origin, 'https://shop.example')
  })

  it('of each command on the pages are accepted', async () => {
    for (const page of pages) {
      for (const { commands } of blocksIn(await read(page))) {
        if (commands.includes('…')) continue // Not complete by itself.
        const pairs = commands.matchAll(/(?:^|\s|-e )([A-Z]+(?:_[A-Z]+)*)=("[^"]*"|[^\s"']+)/g)
        const given = [...pairs].filter(([, name = '']) => name.startsWith('SHOP_'))
        const inShell = (value: string) => value.replaceAll('"', '').replace('$HOME', '/home/admin')
        readConfig(Object.fromEntries(given.map(([, name = '', value = '']) => [name, inShell(value)])))
      }
    }
  })
})
