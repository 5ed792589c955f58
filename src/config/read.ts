import { closestMatch } from 'leven'
import type { z } from 'zod'

import { ConfigError, type Setting } from './setting.ts'
import { settings } from './settings.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export type SettingName = keyof typeof settings

type Row<Name extends SettingName> = (typeof settings)[Name]

type Value<Name extends SettingName> =
  | z.output<Row<Name>['schema']>
  | (Row<Name> extends { readonly default: string } ? never : undefined)

/** The value as it is written; `undefined` when it is not set or blank. */
export function given(environment: Environment, name: SettingName): string | undefined {
  return environment[name]?.trim() || undefined
}

/** @throws ConfigError for an invalid value. */
export function read<Name extends SettingName>(environment: Environment, name: Name): Value<Name> {
  const { schema, must, default: otherwise, isSecret }: Setting = settings[name]
  const value = given(environment, name) ?? otherwise
  if (value === undefined) return undefined as Value<Name>
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data as Value<Name>
  // JSON keeps a value with line breaks in one line.
  throw new ConfigError(
    `${name} ${isSecret ? '' : `is ${JSON.stringify(withoutPassword(value))}, but it `}must be ${must}.`,
  )
}

/** Hides the user and the password of a URL. These may have `/`, `@` and `#`, such as secret keys of Amazon S3. */
function withoutPassword(value: string): string {
  const start = value.indexOf('//')
  const end = value.lastIndexOf('@')
  return start === -1 || end < start ? value : `${value.slice(0, start)}//…${value.slice(end)}`
}

/** How many letters of a name may be wrong for us to guess it. */
const maxDistance = 3

/** @throws ConfigError for a `SHOP_*` name that is not a setting. */
export function refuseUnknownNames(environment: Environment): void {
  const known = Object.keys(settings).filter(isOurs)
  const unknown = Object.keys(environment).find((name) => isOurs(name) && !known.includes(name))
  if (unknown === undefined) return
  const similar = closestMatch(unknown, known, { maxDistance })
  const help = similar === undefined ? 'docs/configuration.md lists them all.' : `Did you mean ${similar}?`
  throw new ConfigError(`${unknown} is not a setting of this shop. ${help}`)
}

function isOurs(name: string): boolean {
  return name.startsWith('SHOP_')
}
