import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { readConfig } from './config.ts'

const project = {
  SHOP_FIREBASE_PROJECT_ID: 'wool-shop',
  SHOP_FIREBASE_API_KEY: 'AIzaSy-key_1',
  SHOP_FIREBASE_AUTH_DOMAIN: 'wool-shop.firebaseapp.com',
}
const emulators = { FIRESTORE_EMULATOR_HOST: '127.0.0.1:8080', FIREBASE_AUTH_EMULATOR_HOST: '[::1]:9099' }

test('readConfig: three settings select a Firebase project', () => {
  assert.deepEqual(readConfig(project).cloud, {
    projectId: 'wool-shop',
    apiKey: 'AIzaSy-key_1',
    authDomain: 'wool-shop.firebaseapp.com',
    emulators: { firestore: undefined, auth: undefined },
  })
})

test('readConfig: emulators can replace Google’s services', () => {
  const { cloud } = readConfig({ ...project, ...emulators })
  assert.deepEqual(cloud?.emulators, { firestore: '127.0.0.1:8080', auth: '[::1]:9099' })
})

test('readConfig: emulators are ignored without a project, even if invalid', () => {
  assert.equal(
    readConfig({ FIRESTORE_EMULATOR_HOST: 'somewhere', SHOP_ORIGIN: 'https://shop.example' }).cloud,
    undefined,
  )
})

test('readConfig: an empty or switched-off setting of embedded mode is allowed in cloud mode', () => {
  assert.ok(readConfig({ ...project, SHOP_IDENTITY_EMULATOR: '0', SHOP_SMTP_URL: ' ' }).cloud)
})

describe('readConfig refuses with one clear line', () => {
  const refusals: readonly (readonly [what: string, environment: Record<string, string>, names: RegExp])[] = [
    [
      'a project without the other settings',
      { SHOP_FIREBASE_PROJECT_ID: 'wool-shop' },
      /_API_KEY and SHOP_FIREBASE_AUTH_DOMAIN must be set/,
    ],
    ['a project without its key', { ...project, SHOP_FIREBASE_API_KEY: '' }, /SHOP_FIREBASE_API_KEY must be set/],
    [
      'a name in place of an id',
      { ...project, SHOP_FIREBASE_PROJECT_ID: 'Wool Shop' },
      /^SHOP_FIREBASE_PROJECT_ID is "Wool/,
    ],
    ['a key with spaces', { ...project, SHOP_FIREBASE_API_KEY: 'a b' }, /^SHOP_FIREBASE_API_KEY must be/],
    [
      'a URL in place of a host',
      { ...project, SHOP_FIREBASE_AUTH_DOMAIN: 'https://a.b' },
      /^SHOP_FIREBASE_AUTH_DOMAIN is/,
    ],
    [
      'a host with a semicolon, which would end the content security policy',
      { ...project, SHOP_FIREBASE_AUTH_DOMAIN: 'a.b;c' },
      /^SHOP_FIREBASE_AUTH_DOMAIN is/,
    ],
    ['an emulator without a port', { ...project, FIRESTORE_EMULATOR_HOST: 'localhost' }, /^FIRESTORE_EMULATOR_HOST is/],
    [
      'an emulator with a path',
      { ...project, FIREBASE_AUTH_EMULATOR_HOST: 'a/b:1' },
      /^FIREBASE_AUTH_EMULATOR_HOST is/,
    ],
    ...Object.entries(emulators).map(
      ([name, value]) =>
        [
          `${name} in a public shop`,
          { ...project, [name]: value, SHOP_ORIGIN: 'https://shop.example' },
          new RegExp(`^${name} is for tests only`),
        ] as const,
    ),
    ...Object.entries({
      SHOP_BACKUP_DIR: '/var/backups/shop',
      SHOP_BACKUP_KEEP: '30',
      SHOP_IDENTITY_EMULATOR: '1',
      SHOP_OIDC_PROVIDERS: 'google.com=a',
      SHOP_PASSWORD_POLICY: 'min=8',
      SHOP_SMTP_URL: 'smtp://mail.example?from=a@b.example',
    }).map(
      ([name, value]) =>
        [
          `${name} together with a project`,
          { ...project, [name]: value },
          new RegExp(`^${name} cannot be set`),
        ] as const,
    ),
  ]
  for (const [what, environment, message] of refusals) {
    test(what, () => {
      assert.throws(() => readConfig(environment), { name: 'ConfigError', message })
    })
  }

  test('an invalid key, without repeating it', () => {
    const environment = { ...project, SHOP_FIREBASE_API_KEY: 'not a key' }
    assert.throws(
      () => readConfig(environment),
      (error: Error) => !error.message.includes('not a key'),
    )
  })
})
