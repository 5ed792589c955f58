/** The specification's number, for the preview environment. It is a stranger's: a public shop never links to it. */
export const placeholderWhatsapp = '94770000000'

/** The number of the examples in documents and sample files, which somebody may leave as it is. */
const exampleWhatsapp = '94771234567'

/**
 * Whether enquiries to this number reach the shop: every place that judges a number asks here.
 *
 * @param whatsapp as `parseWhatsapp` returns it.
 */
export function isOwnNumber(whatsapp: string): boolean {
  return whatsapp !== '' && whatsapp !== placeholderWhatsapp && whatsapp !== exampleWhatsapp
}
