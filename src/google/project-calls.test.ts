import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'

import { createProjectCalls, type ProjectCallsOptions } from './project-calls.ts'

/** The calls of a project whose server is this listener. */
async function callsTo(
  t: TestContext,
  listener: RequestListener,
  options: Pick<ProjectCallsOptions, 'timeoutMs'> = {},
) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const emulatorHost = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return createProjectCalls({ projectId: 'demo', emulatorHost, ...options })
}

const brokenServices: Readonly<Record<string, RequestListener>> = {
  'never answers': () => undefined,
  'never ends its answer': (_, response) => response.writeHead(200).write('{'),
  'hangs up': (_, response) => response.destroy(),
}

for (const [what, listener] of Object.entries(brokenServices)) {
  test(`createProjectCalls: times out when the service ${what}`, { timeout: 10_000 }, async (t) => {
    const call = await callsTo(t, listener, { timeoutMs: 200 })
    await assert.rejects(call('accounts:lookup', {}), {
      code: 'storage-unavailable',
      message: 'Firebase Authentication does not answer.',
    })
  })
}

test('createProjectCalls: a refusal has the service’s message and the missing role', async (t) => {
  const call = await callsTo(t, (_, response) =>
    response.writeHead(403).end('{"error":{"message":"PERMISSION_DENIED"}}'),
  )
  await assert.rejects(call('accounts:lookup', {}), {
    code: 'not-allowed',
    message: /refuses this: PERMISSION_DENIED \(the credentials need the role/,
  })
})

const disabled = {
  code: 403,
  message: 'Identity Toolkit API has not been used in project demo before or it is disabled.',
  status: 'PERMISSION_DENIED',
  details: [{ reason: 'SERVICE_DISABLED', metadata: { service: 'identitytoolkit.googleapis.com' } }],
}
const quotaRemedy =
  /\(credentials of a user need a project: .* set-quota-project PROJECT, .* roles\/serviceusage\.service/

for (const [what, error, remedy] of [
  ['a disabled API', disabled, /\(enable the API: /],
  [
    'credentials of a user without a project',
    {
      ...disabled,
      message:
        'Your application is authenticating by using local Application Default Credentials. The ' +
        'identitytoolkit.googleapis.com API requires a quota project, which is not set by default.',
    },
    quotaRemedy,
  ],
  [
    'a user who may not use the project',
    {
      ...disabled,
      message:
        'Caller does not have required permission to use project demo. Grant the caller the ' +
        'roles/serviceusage.serviceUsageConsumer role, or a custom role with the serviceusage.services.use permission.',
      details: [{ reason: 'USER_PROJECT_DENIED', metadata: { service: 'identitytoolkit.googleapis.com' } }],
    },
    quotaRemedy,
  ],
] as const) {
  test(`createProjectCalls: a refusal because of ${what} says what to do`, async (t) => {
    const call = await callsTo(t, (_, response) => response.writeHead(403).end(JSON.stringify({ error })))
    await assert.rejects(call('accounts:lookup', {}), { code: 'not-allowed', message: remedy })
  })
}

for (const status of [429, 500, 503]) {
  test(`createProjectCalls: ${status} is a failure of the service, which may be asked again, and no refusal`, async (t) => {
    const call = await callsTo(t, (_, response) => response.writeHead(status).end('{"error":{"message":"Try again."}}'))
    await assert.rejects(call('accounts:update', {}), {
      code: 'storage-unavailable',
      message: 'Firebase Authentication cannot answer: Try again.',
    })
  })
}
