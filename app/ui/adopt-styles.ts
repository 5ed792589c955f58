const adopted = new Set<string>()

/**
 * Adds styles that pages do not contain, once. The content security policy forbids new style elements, but allows constructed
 * style sheets.
 */
export function adoptStyles(css: string): void {
  if (adopted.has(css)) return
  adopted.add(css)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
}
