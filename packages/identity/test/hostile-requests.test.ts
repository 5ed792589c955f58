import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, it } from 'node:test'

import { toAddress } from '@stockinette/rate-limit/address.ts'
import { pino } from 'pino'

import { defaultSettings, type Mailer } from '../src/application.ts'
import { createFetchHandler } from '../src/http/fetch-handler.ts'
import { methods } from '../src/methods.ts'
import type { Method } from '../src/service.ts'
import { SigningKeys, type SigningKey } from '../src/tokens/signing-keys.ts'
import { listAttacks, signAgain, type Stolen } from './test-support-attacks.ts'
import { hostileValues, requests, type Fields, type Victim } from './test-support-hostile-fields.ts'
import { openIdentity } from './test-support-identity.ts'

const errorLines: string[] = []
const links: string[] = []
const log = pino({}, { write: note })
const mailer: Mailer = {
  async send({ link }) {
    links.push(link)
    return 'accepted'
  },
}
const password = 'purl two together'
const providers = [{ id: 'oidc.wool', issuer: 'http://127.0.0.1:9', clientIds: ['shop'] }]
const settings = { ...defaultSettings, isRateLimited: false, providers }
const service = await openIdentity({ after }, { log, mailer, settings })
const identity = service.identity()
const api = createFetchHandler(identity, { log })
const caller = { address: toAddress('127.0.0.1'), origin: 'https://shop.example' }
const mary = await signUp()
const key = await getSigningKey()
const attacks = await listAttacks(mary, { key, usedCodes: await useCodes() })

function note(line: string): void {
  const { level } = JSON.parse(line) as { level: number }
  if (level >= 50) errorLines.push(line)
}

/** Reads the key from the service's database. */
async function getSigningKey(): Promise<SigningKey> {
  using database = new DatabaseSync(service.file)
  return await new SigningKeys(database, () => new Date(), log).current()
}

/** Requests codes for a new account, and uses them. */
async function useCodes(): Promise<Stolen['usedCodes']> {
  const { email, idToken } = await signUp()
  const takeCode = async (method: string, request: Fields, fields: Fields): Promise<string> => {
    await send('POST /v1/accounts:sendOobCode', request)
    const oobCode = new URL(links.at(-1) ?? '').searchParams.get('oobCode') ?? ''
    const { status } = await send(`POST /v1/accounts:${method}`, { ...fields, oobCode })
    assert.equal(status, 200, method)
    return oobCode
  }
  return {
    update: await takeCode('update', { requestType: 'VERIFY_EMAIL', idToken }, {}),
    signInWithEmailLink: await takeCode('signInWithEmailLink', { requestType: 'EMAIL_SIGNIN', email }, { email }),
    resetPassword: await takeCode(
      'resetPassword',
      { requestType: 'PASSWORD_RESET', email },
      { newPassword: 'long enough' },
    ),
  }
}

interface Answer {
  status: number
  body: Record<string, unknown> & { error?: { code: number; message: string; errors: unknown } }
}

/** `name` is a key of `methods`. */
async function send(name: string, fields: Fields): Promise<Answer> {
  const [method = '', path = ''] = name.split(' ')
  const isForm = path === '/v1/token'
  const url = `https://shop.example/${isForm ? 'securetoken' : 'identitytoolkit'}.googleapis.com${path}?key=k`
  const body = isForm ? toForm(fields) : JSON.stringify(fields)
  const answer = await api.fetch(new Request(url, method === 'GET' ? {} : { method, body }), caller)
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

/** Asserts a success, or an error in the protocol's format, and nothing in the log. */
function assertProtocolResponse({ status, body }: Answer, label: string): void {
  assert.deepEqual(errorLines, [], label)
  assert.ok(status === 200 || status === 400, `${status} to ${label}`)
  if (status === 200) return
  const { message, ...error } = body.error ?? { message: '' }
  assert.match(message, /^[A-Z_]+( : .+)?$/s, label)
  assert.ok(message.length < 300 && !/\.ts\b|node:|\n/.test(message), message)
  assert.deepEqual(error, { code: 400, errors: [{ message, reason: 'invalid', domain: 'global' }] })
}

/** Calls a method with an empty request and records the fields that it reads. */
async function listFieldsRead(method: Method): Promise<string[]> {
  const read = new Set<string>()
  const input = new Proxy({}, { get: (_, field) => void read.add(String(field)) })
  await Promise.allSettled([method(input, caller)])
  return [...read]
}

describe('missing or hostile field', () => {
  for (const [name, toFields] of requests) {
    for (const field of Object.keys(toFields(mary))) {
      it(`gets a response of the protocol: ${name}, ${field}`, async () => {
        const victim = await signUp()
        const { [field]: _, ...others } = toFields(victim)
        assertProtocolResponse(await send(name, others), `${name} without ${field}`)
        for (const value of hostileValues) {
          const label = `${name}, ${field}: ${JSON.stringify(value).slice(0, 80)}`
          assertProtocolResponse(await send(name, { ...others, [field]: value }), label)
        }
        const signedIn = await send('POST /v1/accounts:signInWithPassword', { email: victim.email, password })
        assert.equal(signedIn.status, 200, 'the account is unchanged')
      })
    }
  }
})

describe('list of hostile fields', () => {
  const all = [...identity.methods.identitytoolkit, ...identity.methods.securetoken]
  for (const [name, method] of all.filter(([known]) => known.startsWith('POST'))) {
    it(`has every field that the method reads: ${name}`, async () => {
      const named = requests.filter(([known]) => known === name).flatMap(([, toFields]) => Object.keys(toFields(mary)))
      assert.deepEqual((await listFieldsRead(method)).toSorted(), [...new Set(named)].toSorted())
    })
  }
})

describe('attack', () => {
  for (const [name, fields, message] of attacks) {
    it(`gets ${message}: ${name} ${JSON.stringify(fields).slice(0, 100)}`, async () => {
      const answer = await send(name, fields)
      assertProtocolResponse(answer, name)
      const [code, field] = answer.body.error?.message.split(' : ') ?? []
      assert.equal(message.includes(' : ') ? `${code} : ${field?.split(': ')[0]}` : code, message)
    })
  }

  it('control: a token signed again with the service’s key is accepted', async () => {
    const answer = await send('POST /v1/accounts:lookup', { idToken: await signAgain(mary.idToken, key) })
    assert.equal(answer.status, 200)
  })

  it('leaves the account unchanged', async () => {
    assert.equal((await send('POST /v1/accounts:signInWithPassword', { email: mary.email, password })).status, 200)
    assert.equal((await send('POST /v1/accounts:lookup', { idToken: mary.idToken })).status, 200)
  })

  it('list has every method', () => {
    const tried = new Set(attacks.map(([name]) => name))
    const all = [...Object.keys(methods.identitytoolkit), ...Object.keys(methods.securetoken)]
    assert.deepEqual(
      all.filter((name) => name.startsWith('POST') && !tried.has(name)),
      [],
    )
  })
})
