import type { MetaDescriptor } from 'react-router'

import { cataloguePath, isPlain, type CatalogueQuery } from '../../src/domain/catalogue/catalogue-query.ts'
import { categoryLabel } from '../../src/domain/catalogue/category-names.ts'
import { piecesPath } from '../../src/domain/page-paths.ts'
import { photoIdsOf } from '../../src/domain/photo.ts'
import { fill, formatNumber, pluralOf } from '../../src/domain/template.ts'
import type { Messages } from '../../src/messages/english.ts'
import { photoPicture } from '../page-meta.ts'
import type { RootData } from '../shop.ts'
import { visitorMeta } from '../visitor-meta.ts'
import type { FoundPieces } from './load-pieces.ts'

/** As many characters of a description as search engines show. */
const descriptionLength = 155

/** What a list is called, and what it has; `description` is empty for a list that is not known yet. */
export interface PiecesHead {
  readonly title: string
  readonly description: string
}

/** @param names what categories are called, by their keys. */
export function describePieces(
  { pieces: texts, site }: Pick<Messages, 'pieces' | 'site'>,
  { category, words }: CatalogueQuery,
  names: Readonly<Record<string, string>>,
  found?: FoundPieces,
): PiecesHead {
  const labelOf = (each: string) => categoryLabel(names, each)
  const list = category === null ? texts.all : labelOf(category)
  const title = words === '' ? list : fill(texts.searchTitle, { words, list })
  if (!found || found.page.items.length === 0) return { title, description: '' }
  const { query, page, overview } = found
  const { total } = page
  const form = pluralOf(query.category === null ? texts.count : texts.inCategory, total, site.language)
  const count = fill(form, { count: formatNumber(total), category: labelOf(query.category ?? '') })
  const titles = page.items.map((item) => item.title)
  const listed = cataloguePath(query) === piecesPath ? overview.categories.map(({ name }) => labelOf(name)) : titles
  return { title, description: listUpTo(`${count}: `, listed) }
}

/** As many names as fit. */
function listUpTo(start: string, names: readonly string[]): string {
  let text = start + (names[0] ?? '')
  for (const name of names.slice(1)) {
    if (`${text}, ${name}`.length > descriptionLength) break
    text += `, ${name}`
  }
  return text.length <= descriptionLength ? text : `${text.slice(0, descriptionLength - 1).toWellFormed()}…`
}

/** Only a list's first page, without words and filters, is for the index of a search engine. */
export function piecesMeta(
  root: RootData,
  query: CatalogueQuery,
  head: PiecesHead,
  found?: FoundPieces,
): MetaDescriptor[] {
  const [photo] = found?.query.category == null ? [] : found.page.items.flatMap(photoIdsOf)
  const path = cataloguePath(found?.query ?? query)
  return [
    ...visitorMeta(root, {
      path,
      title: head.title,
      description: head.description || root.description,
      picture: photo === undefined ? undefined : photoPicture(photo),
    }),
    ...(isPlain(query) ? [] : [{ name: 'robots', content: 'noindex, follow' }]),
  ]
}
