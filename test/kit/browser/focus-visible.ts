/** An expression: whether an element has the focus and no banner covers the middle of its text. */
export const isFocusVisible = `(() => {
  const range = document.createRange()
  range.selectNodeContents(document.activeElement)
  const { left, top, width, height } = range.getClientRects()[0]
  const touched = document.elementFromPoint(left + width / 2, top + height / 2)
  return document.activeElement !== document.body && document.activeElement.contains(touched)
})()`
