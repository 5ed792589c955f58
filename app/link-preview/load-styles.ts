import css from './link-preview.css?inline'

let isLoaded = false

/**
 * Adds the styles of link previews, which only owners see, so that visitor pages do not contain them. The content security
 * policy forbids new style elements, but allows constructed style sheets.
 */
export function loadLinkStyles(): void {
  if (isLoaded) return
  isLoaded = true
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
}
