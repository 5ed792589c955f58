import { languages } from '../domain/language.ts'

/** The first segments of the shop's own paths, apart from those with a dot in the first segment. */
const reservedSegments = [
  '__',
  'api',
  'assets',
  'claim',
  'create',
  'emulator',
  'enquiry',
  'healthz',
  'item',
  'manage',
  'photos',
  'pieces',
  'qr',
  'sign-in',
  ...languages,
]

const taken = reservedSegments.map((segment) => `/${segment}`).join(', ')

export const tokenSyncForm = `"on", "off" or a path such as /sync of letters, digits, "-" and "_", but not ${taken} or a path below them`

/** `undefined` for anything else. */
export function parseTokenSync(value: string): boolean | string | undefined {
  if (value === 'on' || value === 'off') return value === 'on'
  const [, first = ''] = value.toLowerCase().split('/', 2)
  const isPath = value.length <= 100 && /^(?:\/[\w-]+)+$/.test(value)
  return isPath && !reservedSegments.includes(first) ? value : undefined
}
