import { splitLanguage } from '../../../src/domain/language.ts'
import { homePath, piecesPath } from '../../../src/domain/page-paths.ts'
import { isPlainClick } from '../../ui/plain-click.ts'

/** Before a photo is enlarged, or the content skipped to: both add entries of this page. */
const entriesAtStart = history.length

/** Makes '← Back' return to the list as the visitor left it, if it is in this tab's history, in the language of this page. */
export function returnToList(): void {
  document.addEventListener('click', (event) => {
    const isBack = event.target instanceof Element && event.target.closest('.back') !== null
    if (isPlainClick(event) && isBack && goToList()) event.preventDefault()
  })
}

/** @returns whether the list is in the history. */
function goToList(): boolean {
  if ('navigation' in window) {
    const before = navigation.entries().slice(0, navigation.currentEntry?.index)
    const list = before.findLast(({ url }) => url !== null && isList(new URL(url)))
    if (list) navigation.traverseTo(list.key)
    return list !== undefined
  }
  const isFromList = entriesAtStart > 1 && !location.hash && isList(new URL(document.referrer || location.href))
  if (isFromList) history.back()
  return isFromList
}

/** Whether this is the home page, or a list of pieces. */
function isList(url: URL): boolean {
  if (url.origin !== location.origin) return false
  const { prefix, path } = splitLanguage(url.pathname)
  const isSameLanguage = prefix === splitLanguage(location.pathname).prefix
  return isSameLanguage && (path === homePath || `${path}/`.startsWith(`${piecesPath}/`))
}
