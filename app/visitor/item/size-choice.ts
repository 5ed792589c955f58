/** Puts the chosen size into the enquiry. The page may have kept a choice from an earlier visit. */
export function followSizeChoice(): void {
  document.addEventListener('change', applySizeChoice)
  addEventListener('pageshow', applySizeChoice)
  applySizeChoice()
}

export function applySizeChoice(): void {
  const { href } = document.querySelector<HTMLElement>('.sizes :checked')?.dataset ?? {}
  const link = document.querySelector<HTMLAnchorElement>('.enquiry a')
  if (link && href !== undefined) link.href = href
}
