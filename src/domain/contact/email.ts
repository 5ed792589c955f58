/** Needs no escapes in a `mailto:` URL. */
const addressForm = /^[\w.+-]{1,64}@[a-z\d-]+(?:\.[a-z\d-]+)+$/i

/** An e-mail address as people write it, with or without `mailto:`. @returns `undefined` if it is none. */
export function parseEmail(value: string): string | undefined {
  const address = value.replace(/^mailto:/i, '')
  return addressForm.test(address) ? address : undefined
}
