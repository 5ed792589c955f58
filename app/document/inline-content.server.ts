import { type Language, type ShopLanguages, localPath } from '../../src/domain/language.ts'
import { homePath, itemPath, piecesPath } from '../../src/domain/page-paths.ts'
import type { PublicShop } from '../../src/pages/page.ts'
import enquiryPage, { preview as enquiryPreview } from '../visitor/enquiry/enquiry-page.ts?script'
import itemPage, { preview as itemPreview } from '../visitor/item/item-page.ts?script'
import lightbox from '../visitor/lightbox/lightbox.ts?file'
import piecesPage, { preview as piecesPreview } from '../visitor/pieces/pieces-page.ts?script'
import visitorPage, { preview as visitorPreview } from '../visitor/visitor-page.ts?script'
import earlyScript from './early-script.ts?script'
import type { InlineContent } from './inline-content.tsx'

import editor from '../editor/editor.css?inline'
import coverFocus from '../editor/photos/cover-focus.css?inline'
import add from '../enquiry/add.css?inline'
import channels from '../enquiry/channels.css?inline'
import enquiry from '../enquiry/enquiry.css?inline'
import card from '../home/card.css?inline'
import home from '../home/home.css?inline'
import item from '../item/item.css?inline'
import itemLocalScripts from '../item/local-scripts.css?inline'
import morePieces from '../item/more-pieces.css?inline'
import gallery from '../item/photo-gallery.css?inline'
import manage from '../manage/manage.css?inline'
import pieces from '../pieces/pieces.css?inline'
import settings from '../settings/settings.css?inline'
import cardFrame from '../ui/card-frame.css?inline'
import chipLinks from '../ui/chip-links.css?inline'
import form from '../ui/form.css?inline'
import common from '../ui/index.css?inline'
import languageSwitch from '../ui/language-switch.css?inline'
import localScripts from '../ui/local-scripts.css?inline'
import previewBanner from '../ui/preview-banner.css?inline'

const enquiryRoute = 'enquiry/enquiry'
const itemRoute = 'item/item'
const piecesRoute = 'pieces/pieces'

/** The middle needs no class. */
const focusSteps = [0, 1, 2, 3, 4, 6, 7, 8, 9, 10]

/** The classes of `focusClass`: pages allow no style attributes. */
const focusClasses = ['x', 'y']
  .flatMap((axis) => focusSteps.map((tens) => `.focus-${axis}-${tens}{--focus-${axis}:${tens * 10}%}`))
  .join('')

const pictures = cardFrame + focusClasses

/** The style sheets of each route, by its id, in addition to those of every page. */
const stylesOfRoutes: Readonly<Record<string, readonly string[]>> = {
  'home/home': [home, card, add, pictures],
  [piecesRoute]: [pieces, card, add, pictures],
  [itemRoute]: [chipLinks, gallery, item, add, channels, pictures, morePieces],
  [enquiryRoute]: [enquiry, channels, pictures],
  'not-found': [chipLinks, pictures, morePieces],
  'editor/create': [form, editor, coverFocus],
  'manage/manage': [form, editor, coverFocus, manage],
  'settings/settings': [form, settings, coverFocus],
  'claim/claim': [form],
  'account/sign-in': [form],
  'account/account-action': [form],
}

/**
 * Browsers prerender visitor pages when a pointer or a finger rests on a link (`prerender-links.ts`). Not filters and searches:
 * there are many of them, and few are in the cache.
 */
function speculationRules(languages: ShopLanguages): string {
  const homes = languages.map((language) => localPath(homePath, language, languages))
  const anyLanguage = homes.map((path) => (path === homePath ? '' : `{${path}}?`)).join('')
  // `\?` begins the query, which must be empty: filters and searches do not match.
  const patterns = [...homes, anyLanguage + itemPath('*'), String.raw`${anyLanguage}${piecesPath}{/*}?\?`]
  return JSON.stringify({
    prerender: [
      {
        where: { or: [{ href_matches: patterns }, { selector_matches: 'a[rel=next]' }] },
        eagerness: 'moderate',
      },
    ],
  })
}

/** The inline elements of a page with these routes. They are constants of the build and of the shop’s languages. */
export function inlineContentOf(
  routeIds: readonly string[],
  language: Language,
  { isPreview, languages }: Pick<PublicShop, 'isPreview' | 'languages'>,
): InlineContent {
  const sheets = [
    common,
    ...(isPreview ? [previewBanner] : []),
    ...(languages.length > 1 ? [languageSwitch] : []),
    ...routeIds.flatMap((id) => stylesOfRoutes[id] ?? []),
    ...(language === 'en' ? [] : [localScripts, ...(routeIds.includes(itemRoute) ? [itemLocalScripts] : [])]),
  ]
  const styles = sheets.map((css) => css.trim()).join('')
  const scripts = [
    { type: 'rules', code: speculationRules(languages) },
    { type: 'module', code: visitorScript(routeIds, isPreview) },
  ]
  return { styles, earlyScript, scripts, lightbox }
}

function visitorScript(routeIds: readonly string[], isPreview: boolean): string {
  if (routeIds.includes(itemRoute)) return isPreview ? itemPreview : itemPage
  if (routeIds.includes(enquiryRoute)) return isPreview ? enquiryPreview : enquiryPage
  if (routeIds.includes(piecesRoute)) return isPreview ? piecesPreview : piecesPage
  return isPreview ? visitorPreview : visitorPage
}
