import routes from '../../app/routes.ts'
import { methods } from '../../packages/identity/src/methods.ts'
import { categoryPath } from '../../src/domain/catalogue/category.ts'
import { languages } from '../../src/domain/language.ts'

/** The category of the shop's items: every part of its name needs escapes. */
export const sampleCategory = 'A/B 100% தொப்பி'

/** Items and assets of the shop under test. */
export interface SampleShop {
  readonly itemId: string
  /** The id of a removed item. */
  readonly removedId: string
  /** `/assets/…`, as the built pages name them. */
  readonly assets: readonly string[]
}

/** The paths of all pages, from the routes. */
export function pagePaths({ itemId }: Pick<SampleShop, 'itemId'>): string[] {
  return routes
    .filter(({ path }) => path !== '*')
    .flatMap(({ path = '' }) => {
      const [list, category] = path.split('/:category?')
      return category === undefined ? `/${path.replace(':id', itemId)}` : [`/${list}`, categoryPath(sampleCategory)]
    })
    .toSorted()
}

/** Paths without a page. */
export function missingPaths({ removedId }: Pick<SampleShop, 'removedId'>): string[] {
  return ['/nowhere', '/item/none', `/item/${'0'.repeat(20)}`, `/item/${removedId}`]
}

/** A path of each route of the server. */
export function allPaths(sample: SampleShop): string[] {
  return [
    ...pagePaths(sample),
    ...missingPaths(sample),
    ...languages.flatMap((language) => [`/${language}`, `/${language}${categoryPath(sampleCategory)}`]),
    ...apiPaths(sample),
    ...Object.entries(methods).flatMap(([service, named]) =>
      Object.keys(named).map((name) => `/${service}.googleapis.com${name.slice(name.indexOf(' ') + 1)}`),
    ),
    '/robots.txt',
    '/manifest.webmanifest',
    '/sitemap.xml',
    '/sitemap-1.xml',
    '/favicon.svg',
    '/favicon.ico',
    '/share.jpg',
    ...sample.assets,
    `/photos/${'0'.repeat(32)}.jpg`,
    `/photos/${'0'.repeat(32)}-480.webp`,
  ]
}

function apiPaths({ itemId, removedId }: SampleShop): string[] {
  return [
    '/healthz',
    '/api/items',
    `/api/items/${itemId}`,
    `/api/items/${removedId}`,
    `/api/items/${itemId}/preview`,
    `/api/items/${itemId}/restore`,
    '/api/items/live',
    '/api/manage/items',
    `/api/manage/items/${itemId}`,
    '/api/manage/categories',
    '/api/manage/category-names',
    '/api/manage/words',
    '/api/suggestions',
    `/api/photos/${'0'.repeat(64)}`,
    '/api/claim',
    '/api/me',
    '/api/me/sessions',
    '/api/none',
    '/__session',
    '/__/auth/handler',
    '/__/auth/handover',
    '/__/auth/provider/google.com',
    '/emulator/v1/projects/demo-shop/config',
    '/emulator/action',
  ]
}
