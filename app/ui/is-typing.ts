/** Whether somebody is in a field: what has loaded late must not take the focus from it. */
export function isTyping(): boolean {
  return document.activeElement?.matches('input, textarea, select') === true
}
