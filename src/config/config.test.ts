import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, test } from 'node:test'

import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { readConfig } from './config.ts'
import { settings } from './settings.ts'

const defaultPolicy = {
  minLength: 6,
  maxLength: undefined,
  needsLowercase: false,
  needsUppercase: false,
  needsDigit: false,
  needsOther: false,
  isEnforced: false,
}

test('readConfig: the defaults are a preview environment on this machine only', () => {
  assert.deepEqual(readConfig({}), {
    http: { host: '127.0.0.1', port: 3000, trustedProxies: 0, rateLimits: true, hstsSubdomains: false },
    logLevel: 'info',
    dataDir: resolve('data'),
    shop: {
      origin: undefined,
      seeds: { name: undefined, whatsapp: undefined, instagram: undefined, whoMayAdd: undefined },
    },
    identity: { passwordPolicy: defaultPolicy, signUp: 'anyone', providers: [], isEmulator: false, tokenSync: true },
    mail: { smtp: undefined },
    cloud: undefined,
    photos: { bucket: undefined, copiesPictures: true },
    backup: undefined,
  })
})

const embedded = {
  HOST: '0.0.0.0',
  PORT: '8080',
  SHOP_BACKUP_DIR: '/var/backups/shop',
  SHOP_BACKUP_KEEP: '30',
  SHOP_BACKUP_PING: 'https://ping.example/a1b2',
  SHOP_COPY_PICTURES: 'off',
  SHOP_DATA_DIR: '/srv/shop',
  SHOP_HSTS_SUBDOMAINS: 'on',
  SHOP_INSTAGRAM: 'https://www.instagram.com/wool',
  SHOP_LOG_LEVEL: 'debug',
  SHOP_NAME: ' Wool & Co ',
  SHOP_OIDC_PROVIDERS: 'google.com=a.apps.example; oidc.wool = https://id.example/wool|b,c | Wool & Co',
  SHOP_OIDC_SECRETS: 'google.com=GOCSPX-secret',
  SHOP_ORIGIN: 'https://Shop.Example/',
  SHOP_PASSWORD_POLICY: 'min=8, max=128, lower, upper, digit, other, enforce',
  SHOP_RATE_LIMITS: 'on',
  SHOP_SIGN_UP: 'owners',
  SHOP_SMTP_URL: 'smtps://shop%40example.com:se%2Fcret@mail.example',
  SHOP_TOKEN_SYNC: 'off',
  SHOP_TRUST_PROXY: '1',
  SHOP_WHATSAPP: '+94 77 123-4568',
  SHOP_WHO_MAY_ADD: 'owners',
  UNRELATED: 'is nobody’s business',
}

const project = {
  SHOP_FIREBASE_PROJECT_ID: 'wool-shop',
  SHOP_FIREBASE_API_KEY: 'AIzaSy-key_1',
  SHOP_FIREBASE_AUTH_DOMAIN: 'wool-shop.firebaseapp.com',
}
const bucket = {
  SHOP_PHOTOS_BUCKET: 'https://s3.eu-central-1.amazonaws.com/shop-photos/',
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_SESSION_TOKEN: 'session',
  AWS_REGION: 'eu-central-1',
}
const emulators = { FIRESTORE_EMULATOR_HOST: '127.0.0.1:8080', FIREBASE_AUTH_EMULATOR_HOST: '[::1]:9099' }

test('readConfig: settings of embedded mode', () => {
  assert.deepEqual(readConfig(embedded), {
    http: { host: '0.0.0.0', port: 8080, trustedProxies: 1, rateLimits: true, hstsSubdomains: true },
    logLevel: 'debug',
    dataDir: resolve('/srv/shop'),
    shop: {
      origin: 'https://shop.example',
      seeds: {
        name: 'Wool & Co',
        whatsapp: '94771234568',
        instagram: 'https://www.instagram.com/wool',
        whoMayAdd: 'owners',
      },
    },
    identity: {
      passwordPolicy: {
        minLength: 8,
        maxLength: 128,
        needsLowercase: true,
        needsUppercase: true,
        needsDigit: true,
        needsOther: true,
        isEnforced: true,
      },
      signUp: 'owners',
      providers: [
        {
          id: 'google.com',
          issuer: 'https://accounts.google.com',
          clientIds: ['a.apps.example'],
          clientSecret: 'GOCSPX-secret',
          label: 'Google',
        },
        {
          id: 'oidc.wool',
          issuer: 'https://id.example/wool',
          clientIds: ['b', 'c'],
          clientSecret: undefined,
          label: 'Wool & Co',
        },
      ],
      isEmulator: false,
      tokenSync: false,
    },
    mail: {
      smtp: {
        host: 'mail.example',
        port: 465,
        isTls: true,
        user: 'shop@example.com',
        password: 'se/cret',
        from: 'shop@example.com',
      },
    },
    cloud: undefined,
    photos: { bucket: undefined, copiesPictures: false },
    backup: { folder: resolve('/var/backups/shop'), keepDays: 30, ping: new URL('https://ping.example/a1b2') },
  })
})

test('readConfig: a folder whose name begins with "~" is used if it is there', (t) => {
  const before = process.cwd()
  process.chdir(temporaryFolder(t))
  try {
    mkdirSync('~/data', { recursive: true })
    assert.equal(readConfig({ SHOP_DATA_DIR: '~/data' }).dataDir, resolve('~/data'))
  } finally {
    process.chdir(before)
  }
})

test('readConfig: settings of the cloud, whose names Google’s and other S3 tools know', () => {
  const { cloud, photos } = readConfig({ ...project, ...bucket, ...emulators })
  assert.deepEqual(cloud, {
    projectId: 'wool-shop',
    apiKey: 'AIzaSy-key_1',
    authDomain: 'wool-shop.firebaseapp.com',
    emulators: { firestore: '127.0.0.1:8080', auth: '[::1]:9099' },
  })
  assert.deepEqual(photos.bucket, {
    url: 'https://s3.eu-central-1.amazonaws.com/shop-photos',
    region: 'eu-central-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    sessionToken: 'session',
  })
})

test('readConfig: these tests have every setting', () => {
  const tested = { ...embedded, ...project, ...bucket, ...emulators, SHOP_IDENTITY_EMULATOR: '1' }
  assert.deepEqual(
    Object.keys(settings).filter((name) => !(name in tested)),
    [],
  )
})

describe('readConfig reads what is written in other ways', () => {
  const number = { shop: { seeds: { whatsapp: '94771234568' } } }
  const profile = { shop: { seeds: { instagram: 'https://www.instagram.com/mywool' } } }
  const mail = { host: 'mail.example', isTls: false, user: undefined, password: undefined }
  const backups = (folder: string) => ({ backup: { folder: resolve(folder), keepDays: 14, ping: undefined } })
  const provider = { id: 'oidc.test', issuer: 'http://127.0.0.1:4000', clientIds: ['shop'], label: '127.0.0.1:4000' }
  for (const [environment, expected] of [
    [
      { PORT: '', SHOP_ORIGIN: ' ', SHOP_NAME: ' \n ' },
      { http: { port: 3000 }, shop: { origin: undefined, seeds: { name: undefined } } },
    ],
    [{ SHOP_IDENTITY_EMULATOR: '1' }, { identity: { isEmulator: true } }],
    [{ SHOP_SIGN_UP: 'owners' }, { identity: { signUp: 'owners' } }],
    [{ SHOP_SIGN_UP: 'anyone', SHOP_ORIGIN: 'https://shop.example' }, { identity: { signUp: 'anyone' } }],
    [{ SHOP_TOKEN_SYNC: '/__session' }, { identity: { tokenSync: '/__session' } }],
    [{ SHOP_TOKEN_SYNC: '/auth/Sync-1' }, { identity: { tokenSync: '/auth/Sync-1' } }],
    [{ SHOP_WHATSAPP: '077 123 4568' }, number],
    [{ SHOP_WHATSAPP: '+94 77 123 4567' }, { shop: { seeds: { whatsapp: undefined } } }],
    [{ SHOP_WHATSAPP: '0094771234568' }, number],
    [{ SHOP_INSTAGRAM: '@mywool' }, profile],
    [{ SHOP_INSTAGRAM: 'instagram.com/mywool' }, profile],
    [
      { SHOP_SMTP_URL: 'smtp://mail.example:2525?from=a@b.example' },
      { mail: { smtp: { ...mail, port: 2525, from: 'a@b.example' } } },
    ],
    [{ SHOP_SMTP_URL: 'smtp://mail.example?from=a@b.example' }, { mail: { smtp: { ...mail, port: 587 } } }],
    [
      { SHOP_SMTP_URL: 'smtp://[2001:db8::25]?from=a@b.example' },
      { mail: { smtp: { ...mail, host: '2001:db8::25', port: 587 } } },
    ],
    [{ SHOP_BACKUP_DIR: 'backups' }, backups('backups')],
    [{ SHOP_BACKUP_DIR: 'data.backups' }, backups('data.backups')],
    [{ SHOP_BACKUP_DIR: '..data' }, backups('..data')],
    [{ SHOP_BACKUP_DIR: '../data' }, backups('../data')],
    [{ SHOP_OIDC_PROVIDERS: 'oidc.test=http://127.0.0.1:4000|shop' }, { identity: { providers: [provider] } }],
    // Without a project, the variables of the emulators belong to other programs.
    [{ FIRESTORE_EMULATOR_HOST: 'somewhere', SHOP_ORIGIN: 'https://shop.example' }, { cloud: undefined }],
    [
      { ...project, SHOP_IDENTITY_EMULATOR: '0', SHOP_SMTP_URL: ' ', SHOP_BACKUP_KEEP: '14' },
      { cloud: { projectId: 'wool-shop' } },
    ],
  ] as const) {
    test(JSON.stringify(environment), () => assert.partialDeepStrictEqual(readConfig(environment), expected))
  }
})

describe('readConfig refuses a value in one line that names the setting, and repeats no secret', () => {
  for (const [name, values, others] of [
    ['PORT', ['http', '70000', '-1']],
    ['SHOP_BACKUP_DIR', ['data', 'data/backups', '.', '/', '~/backups']],
    // Only a shell replaces it: the data would be in a folder of this name, which goes with an old checkout.
    ['SHOP_DATA_DIR', ['~', '~/data', '$HOME/data']],
    ['SHOP_BACKUP_KEEP', ['0', '1.5', '-1', '3651', 'two weeks']],
    [
      'SHOP_BACKUP_PING',
      ['ping.example', 'file:///ping', 'https://user:hush@ping.example'],
      { SHOP_BACKUP_DIR: '/var/backups/shop' },
    ],
    ['SHOP_COPY_PICTURES', ['0', 'ON']],
    ['SHOP_FIREBASE_API_KEY', ['not a key']],
    ['SHOP_FIREBASE_PROJECT_ID', ['Wool Shop'], project],
    // A semicolon would end the content security policy.
    ['SHOP_FIREBASE_AUTH_DOMAIN', ['https://a.b', 'a.b;c'], project],
    ['FIRESTORE_EMULATOR_HOST', ['localhost'], project],
    ['FIREBASE_AUTH_EMULATOR_HOST', ['a/b:1'], project],
    ['SHOP_IDENTITY_EMULATOR', ['on']],
    ['SHOP_INSTAGRAM', ['javascript:alert(1)', 'my wool', '@my-wool']],
    ['SHOP_LOG_LEVEL', ['verbose']],
    ['SHOP_NAME', ['x'.repeat(61), 'Wool\n& Co', 'Wool\u001b[2J']],
    [
      'SHOP_OIDC_PROVIDERS',
      [
        'google.com',
        'google.com=',
        'google.com=a;google.com=b',
        'google.com=a;',
        'google.com=https://accounts.google.com|a',
        'oidc.wool=a',
        'oidc.wool=https://id.example|a|',
        `oidc.wool=https://id.example|a|${'b'.repeat(41)}`,
        'oidc.wool=https://id.example|a|b|c',
        'oidc.wool=https://id .example|a',
        'oidc.wool=https://id.example|a,,b',
        'oidc.wool=http://id.example|a',
        'oidc.wool=http://127.0.0.1.example|a',
        'oidc.wool=https://id.example/?x|a',
        'wool=https://id.example|a',
      ],
    ],
    [
      'SHOP_OIDC_SECRETS',
      ['hush', 'oidc.wool=hush;', 'oidc.wool=hush;oidc.wool=hush', 'oidc.silk=hush'],
      { SHOP_OIDC_PROVIDERS: 'oidc.wool=https://id.example|a' },
    ],
    ['SHOP_ORIGIN', ['shop.example', 'https://shop.example/path', 'ftp://shop.example', 'https://a:b@shop.example']],
    [
      'SHOP_PASSWORD_POLICY',
      [
        'strong',
        'min=5',
        'min=31',
        'min=8,max=7',
        'min=8,min=9',
        'max=4097',
        'min=eight',
        'lower,,upper',
        'lower,lower',
      ],
    ],
    [
      'SHOP_PHOTOS_BUCKET',
      ['shop-photos', 's3://shop-photos', 'https://key@s3.example/photos', 'https://s3.example/photos?x=1'],
    ],
    ['SHOP_PHOTOS_BUCKET', ['https://s3.example/photos'], { AWS_ACCESS_KEY_ID: 'hush' }],
    ['SHOP_RATE_LIMITS', ['no']],
    [
      'SHOP_SMTP_URL',
      [
        'mail.example',
        'https://mail.example?from=a@b.example',
        'smtp://mail.example',
        'smtp://mail.example?from=nobody',
        'smtp://user@mail.example?from=a@b.example',
        'smtp://user:hush@mail.example',
        'smtp://mail.example/path?from=a@b.example',
        'smtp://mail.example?from=a@b.example&pool=1',
        'smtp://a%40b.example:%ff@mail.example',
      ],
    ],
    [
      'SHOP_TOKEN_SYNC',
      [
        'session',
        '/',
        '/sync/',
        '//evil.example',
        'https://shop.example/sync',
        '/sync?x',
        '/../sync',
        '/Manage/sync',
        `/${'a'.repeat(100)}`,
      ],
    ],
    ['SHOP_TRUST_PROXY', ['yes', '11']],
    ['SHOP_WHATSAPP', ['077 123 456', '+94 77 123 4567 8', 'my number']],
    ['SHOP_WHO_MAY_ADD', ['everyone']],
  ] as const) {
    for (const value of values) {
      test(`${name}=${value.slice(0, 60)}`, () => {
        assert.throws(
          () => readConfig({ ...others, [name]: value }),
          (error: Error) => {
            assert.equal(error.name, 'ConfigError')
            assert.match(error.message, new RegExp(`^${name} .*\\.$`))
            if ('isSecret' in settings[name]) assert.ok(!error.message.includes(value))
            return !error.message.includes('hush')
          },
        )
      })
    }
  }
})

describe('readConfig refuses', () => {
  const SHOP_ORIGIN = 'https://shop.example'
  for (const [environment, message] of [
    [{ SHOP_WATSAPP: '0771234567' }, /^SHOP_WATSAPP is not a setting of this shop. Did you mean SHOP_WHATSAPP\?$/],
    [{ SHOP_COLOUR: 'red' }, /^SHOP_COLOUR is not a setting of this shop. docs\/configuration\.md lists them all\.$/],
    [{ SHOP_RATE_LIMITS: 'off', SHOP_ORIGIN }, /^SHOP_RATE_LIMITS=off .*\(SHOP_ORIGIN\)\.$/],
    [{ SHOP_IDENTITY_EMULATOR: '1', SHOP_ORIGIN }, /^SHOP_IDENTITY_EMULATOR=1 .*\(SHOP_ORIGIN\)\.$/],
    [{ SHOP_HSTS_SUBDOMAINS: 'on' }, /^SHOP_HSTS_SUBDOMAINS=on needs a SHOP_ORIGIN/],
    [{ SHOP_HSTS_SUBDOMAINS: 'on', SHOP_ORIGIN: 'http://a.example' }, /^SHOP_HSTS_SUBDOMAINS=on needs a SHOP_ORIGIN/],
    ...['key:hush', 'key:a/hush', 'key:a@hush', 'key:a#hush'].map(
      (login) =>
        [
          { SHOP_PHOTOS_BUCKET: `https://${login}@s3.example/b` },
          /^SHOP_PHOTOS_BUCKET is "https:\/\/…@s3\.example\/b", but/,
        ] as const,
    ),
    [{ SHOP_BACKUP_PING: 'https://hush.example' }, /^SHOP_BACKUP_PING needs SHOP_BACKUP_DIR\.$/],
    [
      { SHOP_FIREBASE_PROJECT_ID: 'wool-shop' },
      /^SHOP_FIREBASE_API_KEY and SHOP_FIREBASE_AUTH_DOMAIN must be set together with SHOP_FIREBASE_PROJECT_ID\.$/,
    ],
    [{ ...project, SHOP_FIREBASE_API_KEY: ' ' }, /^SHOP_FIREBASE_API_KEY must be set together with/],
    ...Object.entries(emulators).map(
      ([name, value]) =>
        [{ ...project, SHOP_ORIGIN, [name]: value }, new RegExp(`^${name} is for tests only: .*SHOP_ORIGIN`)] as const,
    ),
    ...Object.entries({
      SHOP_BACKUP_DIR: '/var/backups/shop',
      SHOP_BACKUP_KEEP: '30',
      SHOP_IDENTITY_EMULATOR: '1',
      SHOP_OIDC_PROVIDERS: 'google.com=a',
      SHOP_PASSWORD_POLICY: 'min=8',
      SHOP_SMTP_URL: 'smtp://mail.example?from=a@b.example',
    }).map(
      ([name, value]) => [{ ...project, [name]: value }, new RegExp(`^${name} cannot be set together with`)] as const,
    ),
  ] as const) {
    test(JSON.stringify(environment), () => {
      assert.throws(() => readConfig(environment), { name: 'ConfigError', message })
    })
  }
})
