import { Hono } from 'hono'

import { namesOf, withNames, withRenamed, type NamesOfCategory } from '../domain/catalogue/category-names.ts'
import { InvalidInputError } from '../domain/invalid-input.ts'
import { createOwnerChecks } from '../owners/owners-only.ts'
import type { RequestChecks } from '../owners/permissions.ts'
import type { Bindings } from '../web/bindings.ts'
import { changeSettings, type SettingsStore } from './settings-store.ts'

/**
 * How owners name categories in each language of the shop.
 *
 * - `GET /?category=…`: the names of a category, by language.
 * - `PUT /` `{ category, names }`: other names, by language; an empty one is the name that its items have. Answers all its
 *   names. It may be sent again.
 */
export function createCategoryNamesApi({ settings, ...checks }: RequestChecks & { readonly settings: SettingsStore }) {
  const { ownersOnly, readBody } = createOwnerChecks(checks)
  const api = new Hono<Bindings>()

  api.get('/', ownersOnly, async (context) => {
    const { settings: present } = await settings.read()
    return context.json({ names: namesOf(present.categoryNames, context.req.query('category') ?? '') })
  })
  api.put('/', ownersOnly, async (context) => {
    const { category, names } = await readBody(context, parseNames)
    const { settings: present } = await changeSettings(settings, (before) => ({
      categoryNames: withNames(before.categoryNames, category, names),
    }))
    return context.json({ names: namesOf(present.categoryNames, category) })
  })
  return api
}

function parseNames(body: unknown): { readonly category: string; readonly names: NamesOfCategory } {
  const { category, names } = (body ?? {}) as Readonly<Record<string, unknown>>
  if (typeof category === 'string' && typeof names === 'object' && names !== null) return { category, names }
  throw new InvalidInputError('invalid-settings', { code: 'notTexts' })
}

/** A category that is renamed keeps its names. */
export async function carryNames(settings: SettingsStore, from: string, to: string): Promise<void> {
  const { settings: present } = await settings.read()
  if (withRenamed(present.categoryNames, from, to) === present.categoryNames) return
  await changeSettings(settings, ({ categoryNames }) => ({ categoryNames: withRenamed(categoryNames, from, to) }))
}
