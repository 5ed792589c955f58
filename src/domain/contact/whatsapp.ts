/** The specification's number, for the preview environment. It is a stranger's: a public shop never links to it. */
export const placeholderWhatsapp = '94770000000'

/** E.164: 8 to 15 digits, starting with the country code. */
export function parseWhatsapp(value: string): string | undefined {
  const digits = value.replace(/^\+/, '').replace(/[\s().-]/g, '')
  return /^[1-9]\d{7,14}$/.test(digits) ? digits : undefined
}
