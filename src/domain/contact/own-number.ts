/** The specification's number, for the preview environment. It is a stranger's: a public shop never links to it. */
export const placeholderWhatsapp = '94770000000'

/** Whether enquiries to this number reach the shop. */
export function isOwnNumber(whatsapp: string): boolean {
  return whatsapp !== '' && whatsapp !== placeholderWhatsapp
}
