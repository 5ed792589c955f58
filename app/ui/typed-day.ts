/**
 * The day that is typed in a date input. Browsers say of a text that is no date, such as 31 September, that it is empty.
 *
 * @param value as the browser says it.
 * @returns it, or a text that is refused as no day.
 */
export function typedDay(id: string, value: string): string {
  const input = document.getElementById(id)
  return input instanceof HTMLInputElement && input.validity.badInput ? '?' : value
}
