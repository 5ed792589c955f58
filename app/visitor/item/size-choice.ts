import { sizeKey } from '../../../src/domain/enquiry-list.ts'
import { changeSize } from '../enquiry/enquiry-buttons.ts'

/** Puts the chosen size into the enquiry. The page may have kept a choice from an earlier visit. */
export function followSizeChoice(): void {
  document.addEventListener('change', ({ target }) => {
    applySizeChoice()
    if (target instanceof HTMLInputElement && target.matches('.sizes input')) {
      changeSize(location.pathname.split('/').pop()!, suffixOf(target))
    }
  })
  addEventListener('pageshow', applySizeChoice)
  applySizeChoice()
}

/** The message of each size is encoded, as links have it: a text is their last parameter, with its own line ends in an e-mail. */
export function applySizeChoice(): void {
  const chosen = document.querySelector<HTMLInputElement>('.sizes :checked')
  const message = chosen?.dataset['message']
  if (!chosen || message === undefined) return
  document.querySelector<HTMLButtonElement>('.add')!.value = suffixOf(chosen)
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.enquiry a, .channels a')) {
    const text = link.protocol === 'mailto:' ? message.replaceAll('%0A', '%0D%0A') : message
    link.href = link.href.replace(/=[^=]*$/, `=${text}`)
  }
  const copy = document.querySelector<HTMLTextAreaElement>('.message')
  if (copy) copy.value = decodeURIComponent(message)
}

/** What follows the id in the visitor's enquiry: see `formatEntries`. */
function suffixOf({ value: size }: HTMLInputElement): string {
  return `.${sizeKey(size)}`
}
