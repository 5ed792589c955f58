import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'

import { pino } from 'pino'

import { createIdentity } from '../identity/identity.ts'
import { methods } from '../identity/methods.ts'
import { defaultSettings } from '../identity/settings.ts'
import { createIdentityApi } from './identity-api.ts'
import { hostileValues, listAttacks, requests } from './test-support-identity-attacks.ts'
import type { Fields, Victim } from './test-support-identity-attacks.ts'

const faults: string[] = []
const log = pino({}, { write: (line: string) => void (line.includes('"level":50') && faults.push(line)) })
const dataDir = await mkdtemp(join(tmpdir(), 'identity-attacks-'))
const password = 'purl two together'
const settings = { ...defaultSettings, isThrottled: false }
const identity = await createIdentity({ dataDir, projectId: 'demo-shop', log, settings })
const toClient = () => ({ address: '127.0.0.1', origin: 'https://shop.example' })
const api = createIdentityApi(identity, { log, toClient })
const mary = await signUp()
const attacks = await listAttacks(mary)

after(async () => {
  await identity.close()
  await rm(dataDir, { recursive: true })
})

interface Answer {
  status: number
  body: Record<string, unknown> & { error?: { code: number; message: string; errors: unknown } }
}

/** `name` is a key of `methods`. */
async function send(name: string, fields: Fields): Promise<Answer> {
  const [method = '', path = ''] = name.split(' ')
  const isForm = path === '/v1/token'
  const url = `/${isForm ? 'securetoken' : 'identitytoolkit'}.googleapis.com${path}?key=k`
  const body = isForm ? toForm(fields) : JSON.stringify(fields)
  const answer = await api.request(url, method === 'GET' ? {} : { method, body })
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}

function toForm(fields: Fields): string {
  const texts = Object.entries(fields).map(([field, value]) => {
    return [field, typeof value === 'string' ? value : JSON.stringify(value)]
  })
  return new URLSearchParams(texts).toString()
}

async function signUp(): Promise<Victim> {
  const email = `mary${randomUUID()}@example.com`
  const { body } = await send('POST /v1/accounts:signUp', { email, password })
  return { email, idToken: String(body['idToken']), refreshToken: String(body['refreshToken']) }
}

/** An answer, or a refusal in the protocol's own shape; and nothing for the log. */
function assertWhole({ status, body }: Answer, said: string): void {
  assert.deepEqual(faults, [], said)
  assert.ok(status === 200 || status === 400, `${status} to ${said}`)
  if (status === 200) return
  const { message, ...error } = body.error ?? { message: '' }
  assert.match(message, /^[A-Z_]+( : .+)?$/s, said)
  assert.ok(message.length < 300 && !/\.ts\b|node:|\n/.test(message), message)
  assert.deepEqual(error, { code: 400, errors: [{ message, reason: 'invalid', domain: 'global' }] })
}

describe('any field of any method, missing or hostile', () => {
  for (const [name, toFields] of requests) {
    for (const field of Object.keys(toFields(mary))) {
      it(`has an answer of the protocol: ${name}, ${field}`, async () => {
        const victim = await signUp()
        const { [field]: _, ...others } = toFields(victim)
        assertWhole(await send(name, others), `${name} without ${field}`)
        for (const value of hostileValues) {
          const said = `${name}, ${field}: ${JSON.stringify(value).slice(0, 80)}`
          assertWhole(await send(name, { ...others, [field]: value }), said)
        }
        const signedIn = await send('POST /v1/accounts:signInWithPassword', { email: victim.email, password })
        assert.equal(signedIn.status, 200, 'the account is as it was')
      })
    }
  }
})

describe('an attack', () => {
  for (const [name, fields, message] of attacks) {
    it(`is answered ${message}: ${name} ${JSON.stringify(fields).slice(0, 100)}`, async () => {
      const answer = await send(name, fields)
      assertWhole(answer, name)
      assert.equal(answer.body.error?.message.split(' : ')[0], message)
    })
  }

  it('leaves the account as it was', async () => {
    assert.equal((await send('POST /v1/accounts:signInWithPassword', { email: mary.email, password })).status, 200)
    assert.equal((await send('POST /v1/accounts:lookup', { idToken: mary.idToken })).status, 200)
  })

  it('is listed for every method', () => {
    const tried = new Set(attacks.map(([name]) => name))
    const all = [...Object.keys(methods.identitytoolkit), ...Object.keys(methods.securetoken)]
    assert.deepEqual(
      all.filter((name) => name.startsWith('POST') && !tried.has(name)),
      [],
    )
  })
})
