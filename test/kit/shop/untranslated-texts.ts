import { languageNames } from '../../../src/domain/language.ts'
import { callApi, listManaged } from '../manage-client.ts'
import type { RunningShop } from './shop-process.ts'

/**
 * Finds the texts that are neither in the pseudo-language of `bracketWords` nor an owner's.
 *
 * @param owner an ID token.
 */
export async function listUntranslated(texts: readonly string[], shop: RunningShop, owner: string): Promise<string[]> {
  const own = await listOwnTexts(shop, owner)
  return texts.filter((text) => isUntranslated(text, own))
}

/** Whether a text has a word outside of brackets that is not an owner's, or a placeholder without its value. */
function isUntranslated(text: string, own: RegExp): boolean {
  if (/[{}]/.test(text)) return true
  let rest = text.replaceAll(/https?:\S+/g, '')
  for (let before = ''; before !== rest;) {
    before = rest
    rest = rest.replaceAll(/\[[^[\]]*\]/g, '')
  }
  return /\p{L}/u.test(rest.replaceAll(own, '').replaceAll('රු.', ''))
}

/** What owners wrote, as whole words: texts, and each line, size and colour of them; the longest first. */
async function listOwnTexts(shop: RunningShop, owner: string): Promise<RegExp> {
  const items = await listManaged(shop.url, owner)
  const settings = (await (await callApi(shop.url, owner, { method: 'GET', path: '/manage/shop' })).json()) as object
  const texts = [...items, settings]
    .flatMap((each) => Object.values(each).filter((value) => typeof value === 'string'))
    .flatMap((text) => [text].concat(text.split(/\n|\s*[/,]\s*/)))
    .map((text) => text.trim())
    .filter((text) => text !== '')
  const all = [...new Set([...texts, ...Object.values(languageNames)])]
  const patterns = all.toSorted((one, other) => other.length - one.length).map((text) => RegExp.escape(text))
  return new RegExp(String.raw`(?<!\p{L})(?:${patterns.join('|')})(?!\p{L})`, 'gu')
}
