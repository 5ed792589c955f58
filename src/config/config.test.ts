import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { describe, test } from 'node:test'

import { readConfig } from './config.ts'

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
      name: 'Stockinette',
      origin: undefined,
      whatsapp: '',
      instagram: '',
    },
    whoMayAdd: undefined,
    identity: { passwordPolicy: defaultPolicy, providers: [], isEmulator: false, tokenSync: true },
    mail: { smtp: undefined },
    cloud: undefined,
    photos: { bucket: undefined, copiesPictures: true },
    backup: undefined,
  })
})

test('readConfig: SHOP_TOKEN_SYNC can be a path', () => {
  for (const path of ['/__session', '/auth/sync', '/Sync-1']) {
    assert.equal(readConfig({ SHOP_TOKEN_SYNC: path }).identity.tokenSync, path)
  }
})

test('readConfig: the number and the profile may be written as people write them', () => {
  for (const SHOP_WHATSAPP of ['0771234567', '077 123 4567', '+94 77 123 4567', '0094771234567', '94771234567']) {
    assert.equal(readConfig({ SHOP_WHATSAPP }).shop.whatsapp, '94771234567')
  }
  for (const SHOP_INSTAGRAM of ['mywool', '@mywool', 'instagram.com/mywool', 'https://www.instagram.com/mywool']) {
    assert.equal(readConfig({ SHOP_INSTAGRAM }).shop.instagram, 'https://www.instagram.com/mywool')
  }
})

test('readConfig: an empty name is the default, and an empty number or profile none', () => {
  const { shop } = readConfig({ SHOP_NAME: '', SHOP_WHATSAPP: '', SHOP_INSTAGRAM: ' ' })
  assert.deepEqual(shop, { name: 'Stockinette', origin: undefined, whatsapp: '', instagram: '' })
})

test('readConfig: every setting is read', () => {
  const config = readConfig({
    HOST: '0.0.0.0',
    PORT: '8080',
    SHOP_BACKUP_DIR: '/var/backups/shop',
    SHOP_BACKUP_KEEP: '30',
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
    SHOP_SMTP_URL: 'smtps://shop%40example.com:se%2Fcret@mail.example',
    SHOP_TOKEN_SYNC: 'off',
    SHOP_TRUST_PROXY: '1',
    SHOP_WHATSAPP: '+94 77 123-4567',
    SHOP_WHO_MAY_ADD: 'owners',
    UNRELATED: 'is nobody’s business',
  })
  assert.deepEqual(config, {
    http: { host: '0.0.0.0', port: 8080, trustedProxies: 1, rateLimits: true, hstsSubdomains: true },
    logLevel: 'debug',
    dataDir: resolve('/srv/shop'),
    shop: {
      name: 'Wool & Co',
      origin: 'https://shop.example',
      whatsapp: '94771234567',
      instagram: 'https://www.instagram.com/wool',
    },
    whoMayAdd: 'owners',
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
    backup: { folder: resolve('/var/backups/shop'), keepDays: 30 },
  })
})

test('readConfig: SHOP_PHOTOS_BUCKET uses the keys of other S3 tools', () => {
  const environment = {
    SHOP_PHOTOS_BUCKET: 'https://s3.eu-central-1.amazonaws.com/shop-photos/',
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_REGION: 'eu-central-1',
  }
  assert.deepEqual(readConfig(environment).photos.bucket, {
    url: 'https://s3.eu-central-1.amazonaws.com/shop-photos',
    region: 'eu-central-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    sessionToken: undefined,
  })
})

test('readConfig: SHOP_SMTP_URL without TLS from the start, without a user, and with a sender', () => {
  const { smtp } = readConfig({ SHOP_SMTP_URL: 'smtp://mail.example:2525?from=wool@shop.example' }).mail
  const expected = { host: 'mail.example', port: 2525, isTls: false, from: 'wool@shop.example' }
  assert.deepEqual(smtp, { ...expected, user: undefined, password: undefined })
  assert.equal(readConfig({ SHOP_SMTP_URL: 'smtp://mail.example?from=a@b.example' }).mail.smtp?.port, 587)
})

test('readConfig: SHOP_BACKUP_DIR can be relative, and next to the data folder; backups are kept for 14 days', () => {
  for (const SHOP_BACKUP_DIR of ['backups', 'data.backups', '..data', '../data']) {
    const expected = { folder: resolve(SHOP_BACKUP_DIR), keepDays: 14 }
    assert.deepEqual(readConfig({ SHOP_BACKUP_DIR }).backup, expected)
  }
})

test('readConfig: an empty setting counts as not set', () => {
  assert.equal(readConfig({ PORT: '', SHOP_ORIGIN: ' ' }).shop.origin, undefined)
})

describe('readConfig refuses with one clear line that names the setting', () => {
  for (const [name, value] of [
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['SHOP_IDENTITY_EMULATOR', 'on'],
    ['SHOP_OIDC_PROVIDERS', 'google.com'],
    ['SHOP_OIDC_PROVIDERS', 'google.com='],
    ['SHOP_OIDC_PROVIDERS', 'google.com=a;google.com=b'],
    ['SHOP_OIDC_PROVIDERS', 'google.com=a;'],
    ['SHOP_OIDC_PROVIDERS', 'google.com=https://accounts.google.com|a'],
    ['SHOP_OIDC_PROVIDERS', 'oidc.wool=a'],
    ['SHOP_OIDC_PROVIDERS', 'oidc.wool=https://id.example|a|'],
    ['SHOP_OIDC_PROVIDERS', `oidc.wool=https://id.example|a|${'b'.repeat(41)}`],
    ['SHOP_OIDC_PROVIDERS', 'oidc.wool=https://id.example|a|b|c'],
    ['SHOP_OIDC_PROVIDERS', 'oidc.wool=https://id .example|a'],
    ['SHOP_OIDC_PROVIDERS', 'oidc.wool=https://id.example|a,,b'],
    ['SHOP_OIDC_PROVIDERS', 'oidc.wool=http://id.example|a'],
    ['SHOP_OIDC_PROVIDERS', 'oidc.wool=http://127.0.0.1.example|a'],
    ['SHOP_OIDC_PROVIDERS', 'oidc.wool=https://id.example/?x|a'],
    ['SHOP_OIDC_PROVIDERS', 'wool=https://id.example|a'],
    ['SHOP_INSTAGRAM', 'javascript:alert(1)'],
    ['SHOP_NAME', 'x'.repeat(61)],
    ['SHOP_ORIGIN', 'shop.example'],
    ['SHOP_ORIGIN', 'https://shop.example/path'],
    ['SHOP_ORIGIN', 'ftp://shop.example'],
    ['SHOP_PASSWORD_POLICY', 'strong'],
    ['SHOP_PASSWORD_POLICY', 'min=5'],
    ['SHOP_PASSWORD_POLICY', 'min=31'],
    ['SHOP_PASSWORD_POLICY', 'min=8,max=7'],
    ['SHOP_PASSWORD_POLICY', 'min=8,min=9'],
    ['SHOP_PASSWORD_POLICY', 'max=4097'],
    ['SHOP_PASSWORD_POLICY', 'min=eight'],
    ['SHOP_PASSWORD_POLICY', 'lower,,upper'],
    ['SHOP_PASSWORD_POLICY', 'lower,lower'],
    ['SHOP_BACKUP_DIR', 'data'],
    ['SHOP_BACKUP_DIR', 'data/backups'],
    ['SHOP_BACKUP_DIR', '.'],
    ['SHOP_BACKUP_DIR', '/'],
    ['SHOP_BACKUP_KEEP', '0'],
    ['SHOP_BACKUP_KEEP', '1.5'],
    ['SHOP_BACKUP_KEEP', '-1'],
    ['SHOP_BACKUP_KEEP', '3651'],
    ['SHOP_BACKUP_KEEP', 'two weeks'],
    ['SHOP_COPY_PICTURES', '0'],
    ['SHOP_RATE_LIMITS', 'no'],
    ['SHOP_PHOTOS_BUCKET', 'shop-photos'],
    ['SHOP_PHOTOS_BUCKET', 's3://shop-photos'],
    ['SHOP_PHOTOS_BUCKET', 'https://key@s3.example/photos'],
    ['SHOP_PHOTOS_BUCKET', 'https://s3.example/photos?x=1'],
    ['SHOP_PHOTOS_BUCKET', 'https://s3.example/photos'],
    ['SHOP_SMTP_URL', 'mail.example'],
    ['SHOP_SMTP_URL', 'https://mail.example?from=a@b.example'],
    ['SHOP_SMTP_URL', 'smtp://mail.example'],
    ['SHOP_SMTP_URL', 'smtp://mail.example?from=nobody'],
    ['SHOP_SMTP_URL', 'smtp://user@mail.example?from=a@b.example'],
    ['SHOP_SMTP_URL', 'smtp://mail.example/path?from=a@b.example'],
    ['SHOP_SMTP_URL', 'smtp://mail.example?from=a@b.example&pool=1'],
    ['SHOP_SMTP_URL', 'smtp://a%40b.example:%ff@mail.example'],
    ['SHOP_TOKEN_SYNC', 'session'],
    ['SHOP_TOKEN_SYNC', '/'],
    ['SHOP_TOKEN_SYNC', '/sync/'],
    ['SHOP_TOKEN_SYNC', '//evil.example'],
    ['SHOP_TOKEN_SYNC', 'https://shop.example/sync'],
    ['SHOP_TOKEN_SYNC', '/sync?x'],
    ['SHOP_TOKEN_SYNC', '/../sync'],
    ['SHOP_TOKEN_SYNC', `/${'a'.repeat(100)}`],
    ['SHOP_WHO_MAY_ADD', 'everyone'],
    ['SHOP_TRUST_PROXY', 'yes'],
    ['SHOP_WHATSAPP', '077 123 456'],
    ['SHOP_WHATSAPP', '+94 77 123 4567 8'],
    ['SHOP_INSTAGRAM', 'my wool'],
    ['SHOP_NAME', 'Wool\n& Co'],
    ['SHOP_NAME', ' \n '],
    ['SHOP_NAME', 'Wool\u001b[2J'],
    ['SHOP_WHATSAPP', 'my number'],
    ['SHOP_COLOUR', 'red'],
  ] as const) {
    test(`${name}=${value.slice(0, 30)}`, () => {
      const expected = { name: 'ConfigError', message: new RegExp(`^${name} .*\\.$`) }
      assert.throws(() => readConfig({ [name]: value }), expected)
    })
  }

  test('a bucket without its secret, without repeating the key', () => {
    const environment = { SHOP_PHOTOS_BUCKET: 'https://s3.example/photos', AWS_ACCESS_KEY_ID: 'AKIA' }
    assert.throws(
      () => readConfig(environment),
      (error: Error) => error.message.includes('AWS_SECRET_ACCESS_KEY') && !error.message.includes('AKIA'),
    )
  })

  test('an invalid mail server, without repeating the password', () => {
    const environment = { SHOP_SMTP_URL: 'smtp://user:secret@mail.example' }
    assert.throws(
      () => readConfig(environment),
      (error: Error) => !error.message.includes('secret'),
    )
  })

  test('rate limits switched off in a public shop', () => {
    const environment = { SHOP_RATE_LIMITS: 'off', SHOP_ORIGIN: 'https://shop.example' }
    assert.throws(() => readConfig(environment), { name: 'ConfigError', message: /^SHOP_RATE_LIMITS/ })
  })

  test('test mode in a public shop', () => {
    const environment = { SHOP_IDENTITY_EMULATOR: '1', SHOP_ORIGIN: 'https://shop.example' }
    assert.throws(() => readConfig(environment), { name: 'ConfigError', message: /^SHOP_IDENTITY_EMULATOR/ })
  })
})

test('readConfig: a provider on this machine may use http', () => {
  const { providers } = readConfig({ SHOP_OIDC_PROVIDERS: 'oidc.test=http://127.0.0.1:4000|shop' }).identity
  assert.partialDeepStrictEqual(providers, [
    { id: 'oidc.test', issuer: 'http://127.0.0.1:4000', clientIds: ['shop'], label: '127.0.0.1:4000' },
  ])
})

test('readConfig: an invalid provider secret is not repeated in the error', () => {
  for (const SHOP_OIDC_SECRETS of ['hush', 'oidc.wool=hush;', 'oidc.wool=hush;oidc.wool=hush', 'oidc.silk=hush']) {
    const environment = { SHOP_OIDC_PROVIDERS: 'oidc.wool=https://id.example|a', SHOP_OIDC_SECRETS }
    assert.throws(
      () => readConfig(environment),
      ({ name, message }: Error) =>
        name === 'ConfigError' && message.startsWith('SHOP_OIDC_SECRETS') && !message.includes('hush'),
    )
  }
})
