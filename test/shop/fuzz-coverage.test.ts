import assert from 'node:assert/strict'
import { test } from 'node:test'

import { providerSignInPaths } from '../../packages/identity/src/http/provider-sign-in.ts'
import { createApp, type AppOptions } from '../../src/web/app.ts'
import { operations } from '../fuzz/api-operations.ts'

/** Enough to list the server's routes; no request is sent. */
const options = {
  backend: { photos: {}, settings: {}, identity: { paths: providerSignInPaths } },
  limits: {},
  site: { origin: 'http://localhost', identity: { tokenSyncPath: '/__session' } },
  listener: {},
  headers: {},
} as unknown as AppOptions

test('fuzzing: every route of the API is in test/fuzz/api-operations.ts', () => {
  const isProviderSignIn = (path: string) => providerSignInPaths.includes(path)
  const routes = createApp(options).routes.filter(
    ({ method, path }) => (method !== 'ALL' && /^\/(?:api|__)/.test(path)) || isProviderSignIn(path),
  )
  assert.ok(routes.length > 15)
  for (const { method, path } of routes) {
    const isListed = operations.some(
      (operation) => (operation.method === method || isProviderSignIn(path)) && matches(operation.path, path),
    )
    assert.ok(isListed, `${method} ${path} is missing in test/fuzz/api-operations.ts`)
  }
})

/** Whether a path matches a route, such as `/api/items/{itemId}` and `/api/items/:id`. */
function matches(path: string, route: string): boolean {
  const [parts, routeParts] = [path.split('/'), route.split('/')]
  return (
    parts.length === routeParts.length &&
    routeParts.every((part, index) => part.startsWith(':') || part === parts[index])
  )
}
