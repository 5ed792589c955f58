import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

import { z } from 'zod'

import { parseInstagram } from '../domain/contact/instagram.ts'
import { parseWhatsapp } from '../domain/contact/whatsapp.ts'
import { defaultSettings, settingFields } from '../domain/shop-settings.ts'
import { parseBucketUrl, parseHostAndPort, parseHttpUrl, parseOrigin } from './addresses.ts'
import { parsePasswordPolicy, policyForm } from './password-policy.ts'
import { parseProviders, parseSecrets, providersForm, secretsForm } from './providers.ts'
import { anyText, oneOf, onOff, parsedBy, textLike, wholeNumber, type Setting } from './setting.ts'
import { parseSmtpUrl, smtpForm } from './smtp-url.ts'
import { parseTokenSync, tokenSyncForm } from './token-sync.ts'

/** A folder of such a name may have been made by an earlier version, which took what is written. */
const path = {
  schema: z
    .string()
    .refine((value) => /^[^~$]/.test(value) || existsSync(value))
    .transform((value) => resolve(value)),
  must: 'a path that begins with neither "~" nor "$", which only shells replace',
}
const hostAndPort = parsedBy(parseHostAndPort, 'a host and a port, such as 127.0.0.1:8080')
const backupsInTheCloud = 'Firestore and the bucket have their own backups, see docs/deploy.md'
const seed = '[first value](#what-owners-can-change): '
const setInTheConsole = 'is set in the Firebase console'

/**
 * Every setting, in the order of `docs/configuration.md`, whose table `npm run configuration` prints from it.
 */
export const settings = {
  PORT: { ...wholeNumber(0, 65_535), default: '3000', meaning: 'the port to listen on' },
  HOST: {
    ...anyText,
    default: '127.0.0.1',
    meaning: 'the address to listen on; `0.0.0.0` for all addresses of the machine',
  },
  SHOP_DATA_DIR: {
    ...path,
    default: 'data',
    meaning: 'the folder with everything that the shop stores: items, photos, accounts, keys',
  },
  SHOP_BACKUP_DIR: {
    ...path,
    meaning:
      'the folder in which the shop [backs itself up](deploy.md#back-up) once a day, better on another disk; unset, it ' +
      'does not. It may neither be in the data folder nor contain it',
    inTheCloud: backupsInTheCloud,
  },
  SHOP_BACKUP_KEEP: {
    ...wholeNumber(1, 3_650),
    default: '14',
    meaning: 'how many days backups are kept; the newest complete one always is',
    inTheCloud: backupsInTheCloud,
  },
  SHOP_BACKUP_PING: {
    ...parsedBy(parseHttpUrl, 'an http:// or https:// address without user and password'),
    isSecret: true,
    meaning:
      'an address that the shop requests after each good backup, such as a check of a monitoring service, which then ' +
      'notices when there are none; needs `SHOP_BACKUP_DIR`',
    inTheCloud: backupsInTheCloud,
  },
  SHOP_LOG_LEVEL: {
    ...oneOf('debug', 'info', 'warn', 'error'),
    default: 'info',
    meaning:
      'which lines the log has: `debug`, `info`, `warn` or `error`; `debug` has requests for scripts and pictures, and ' +
      'successful ones for `/healthz`, too',
  },
  SHOP_ORIGIN: {
    ...parsedBy(parseOrigin, 'the public address of the shop, such as https://shop.example, with no path'),
    meaning:
      'the public address, such as `https://shop.example`; without it the shop is a preview environment and has a banner',
  },
  SHOP_HSTS_SUBDOMAINS: {
    ...onOff,
    default: 'off',
    meaning:
      '`on` adds `includeSubDomains` to HSTS: for two years, browsers use https for every subdomain of the shop’s host; ' +
      'needs an https `SHOP_ORIGIN`',
  },
  SHOP_NAME: {
    schema: z
      .string()
      .max(settingFields.name.max)
      .regex(/^\P{Cc}*$/u),
    must: `one line of ${settingFields.name.max} characters or fewer`,
    meaning: `${seed}the name of the shop, ${settingFields.name.max} characters or fewer; \`${defaultSettings.name}\` until it has one`,
  },
  SHOP_WHATSAPP: {
    ...parsedBy(parseWhatsapp, 'a phone number, such as 077 123 4567 or +94 77 123 4567'),
    meaning:
      `${seed}the phone number for enquiries: \`077 123 4567\`, which is Sri Lankan, or \`+94 77 123 4567\`. This example ` +
      'counts as none; without a number, a public shop has no link to a chat',
  },
  SHOP_INSTAGRAM: {
    ...parsedBy(
      parseInstagram,
      'an Instagram handle or address, such as @mywool or https://www.instagram.com/mywool; a handle has letters, digits, "." and "_"',
    ),
    meaning: `${seed}the maker’s photo profile: an address, \`@handle\` or \`handle\``,
  },
  SHOP_WHO_MAY_ADD: {
    ...oneOf('anyone', 'owners'),
    meaning:
      `${seed}who may add items: \`anyone\` or \`owners\`; unset, only owners, but in a preview environment (no ` +
      '`SHOP_ORIGIN`) anyone until it has its first owner',
  },
  SHOP_TRUST_PROXY: {
    ...wholeNumber(0, 10),
    default: '0',
    meaning: 'how many proxies are in front of the shop and append to `X-Forwarded-For`',
  },
  SHOP_SIGN_UP: {
    ...oneOf('anyone', 'owners'),
    meaning:
      'who makes accounts with an e-mail address: `anyone`, as in Firebase, or `owners`, by claiming the shop and with ' +
      '`owner add`; unset, `owners`, but in a preview environment (no `SHOP_ORIGIN`) anyone. The shop’s pages need no ' +
      'other accounts; anonymous ones and sign-in are the same in both',
    inTheCloud: `who may sign up ${setInTheConsole}`,
  },
  SHOP_PASSWORD_POLICY: {
    ...parsedBy(parsePasswordPolicy, policyForm),
    default: 'min=6',
    meaning:
      'the password policy, comma-separated: `min=` and `max=` characters, `lower`, `upper`, `digit`, `other`, `enforce`; ' +
      'without `enforce` pages only show it, and six characters are required',
    inTheCloud: `the password policy ${setInTheConsole}`,
  },
  SHOP_OIDC_PROVIDERS: {
    ...parsedBy(parseProviders, providersForm),
    meaning:
      'OpenID Connect providers for ‘Continue with LABEL’, separated by semicolons: `google.com=CLIENT_ID` or ' +
      '`oidc.NAME=ISSUER|CLIENT_ID|LABEL`; the label defaults to the provider’s host. Who can use them: ' +
      'anyone in a preview environment and with `SHOP_SIGN_UP=anyone`; else, and by default in a public shop, only accounts ' +
      'that exist, as no provider makes one. The shop trusts the e-mail addresses that they verify, except for owners, whose ' +
      'accounts open only with a provider that was linked since: claiming the shop, `owner add` and `owner reset` remove every ' +
      'provider from an account, and no page of the shop links one. The redirect URI to register there is `SHOP_ORIGIN/__/auth/handler`',
    inTheCloud: `each other provider ${setInTheConsole}`,
  },
  SHOP_OIDC_SECRETS: {
    ...parsedBy(parseSecrets, secretsForm),
    isSecret: true,
    meaning:
      'client secrets for providers that need one, as Google does, separated by semicolons: `google.com=SECRET`, ' +
      '`oidc.NAME=SECRET`',
    inTheCloud: `each other provider ${setInTheConsole}`,
  },
  SHOP_IDENTITY_EMULATOR: {
    schema: z.stringbool({ truthy: ['1'], falsy: ['0'] }),
    must: '1 or 0',
    default: '0',
    meaning:
      '`1` for test suites written for Google’s Auth emulator. It accepts unsigned tokens, and any client may delete all ' +
      'accounts: use a separate `SHOP_DATA_DIR` and do not expose the port (with another `HOST` it warns; a container ' +
      'needs one). Refused together with `SHOP_ORIGIN`',
    inTheCloud: 'FIREBASE_AUTH_EMULATOR_HOST names an emulator',
  },
  SHOP_TOKEN_SYNC: {
    ...parsedBy(parseTokenSync, tokenSyncForm),
    default: 'on',
    meaning:
      'whether pages send the user’s ID token to `/__session`, which stores it in a cookie of that path that scripts ' +
      'cannot read; a path, such as `/sync`, replaces `/__session`',
  },
  SHOP_SMTP_URL: {
    ...parsedBy(parseSmtpUrl, smtpForm),
    isSecret: true,
    meaning:
      'the mail server for sign-in, confirmation and password links, and for notices to owners: ' +
      '`smtps://user:password@host:port?from=shop@example.com`, or `smtp://` for STARTTLS; without it a preview ' +
      'environment logs the links and a public shop refuses to send them. `doctor` tries it',
    inTheCloud: 'Firebase sends the e-mails',
  },
  SHOP_FIREBASE_PROJECT_ID: {
    // Google Cloud's rule for project ids.
    ...textLike(
      /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/,
      'the id of a Firebase project: 6 to 30 lower-case letters, digits and hyphens',
    ),
    meaning:
      'the Firebase project for items (Cloud Firestore) and accounts (Firebase Authentication); unset, both are in the ' +
      'data folder',
  },
  SHOP_FIREBASE_API_KEY: {
    ...textLike(/^[\w-]{1,200}$/, 'the web API key of the Firebase project'),
    isSecret: true,
    meaning: 'the project’s web API key, which is public; required with the project',
  },
  SHOP_FIREBASE_AUTH_DOMAIN: {
    // Only a host name: the value is part of the pages' content security policy.
    ...textLike(
      /^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i,
      'a host such as PROJECT.firebaseapp.com, without https:// and path',
    ),
    meaning: 'the project’s sign-in host, such as `PROJECT.firebaseapp.com`; required with the project',
  },
  FIRESTORE_EMULATOR_HOST: {
    ...hostAndPort,
    meaning: '`host:port` of a Firestore emulator; read only with the project, refused together with `SHOP_ORIGIN`',
  },
  FIREBASE_AUTH_EMULATOR_HOST: {
    ...hostAndPort,
    meaning:
      '`host:port` of an Auth emulator, whose unsigned tokens are then accepted; read only with the project, refused ' +
      'together with `SHOP_ORIGIN`',
  },
  SHOP_PHOTOS_BUCKET: {
    ...parsedBy(
      parseBucketUrl,
      'the URL of an S3-compatible bucket, such as https://s3.eu-central-1.amazonaws.com/shop-photos',
    ),
    meaning:
      'an S3-compatible bucket for photos, such as `https://s3.eu-central-1.amazonaws.com/shop-photos`, instead of the ' +
      'data folder. It must belong to this shop alone: the shop moves photos that neither its items nor its settings use to a trash and ' +
      'deletes them after 30 days',
  },
  AWS_REGION: { ...anyText, default: 'us-east-1', meaning: 'the region of the bucket; `auto` for Cloudflare R2' },
  AWS_ACCESS_KEY_ID: {
    ...anyText,
    isSecret: true,
    meaning: 'the access key of the bucket: it must be allowed to read, write, list and delete objects',
  },
  AWS_SECRET_ACCESS_KEY: { ...anyText, isSecret: true, meaning: 'the secret of that access key' },
  AWS_SESSION_TOKEN: { ...anyText, isSecret: true, meaning: 'the session token, for temporary access keys' },
  SHOP_COPY_PICTURES: {
    ...onOff,
    default: 'on',
    meaning:
      'whether the shop copies the picture of an image URL after it saves the item; with `off` only the check of a link ' +
      'preview still requests it from its server',
  },
  SHOP_RATE_LIMITS: {
    ...onOff,
    default: 'on',
    meaning: '`off` for benchmarks and test suites; refused together with `SHOP_ORIGIN`',
  },
} as const satisfies Readonly<Record<string, Setting>>
