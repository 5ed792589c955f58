import css from './link-preview.css?inline'

let isThere = false

/**
 * Brings the styles of link previews into the page, which only makers see: visitors' pages do not carry them. A page's policy
 * lets no style element in later, and has nothing against a sheet made by script.
 */
export function bringLinkStyles(): void {
  if (isThere) return
  isThere = true
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
}
