import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** The country of numbers that are written as one dials them at home. */
const homeCountry = 'LK'

/**
 * The international number, digits only, of a phone number as people write it: `077 123 4567`, `+94 77 123 4567`,
 * `0094…`. Digits alone are an international number if they can be one, so that the result is also read as itself.
 *
 * @returns `undefined` if no such number exists.
 */
export function parseWhatsapp(value: string): string | undefined {
  return (/^[1-9]\d*$/.test(value) ? digitsOf(`+${value}`) : undefined) ?? digitsOf(value)
}

function digitsOf(value: string): string | undefined {
  const number = parsePhoneNumberFromString(value, { defaultCountry: homeCountry, extract: false })
  return number?.isValid() && number.ext === undefined ? number.number.slice(1) : undefined
}

/** An international number, digits only, as people write it: `+94 77 123 4567`. */
export function formatWhatsapp(digits: string): string {
  return parsePhoneNumberFromString(`+${digits}`)?.formatInternational() ?? `+${digits}`
}
