import { isCurrency } from '../money.ts'

/** What is left to search for, and the bounds of the price that were said, in whole rupees, both included. */
export interface PriceWords {
  readonly words: string
  readonly min: number | null
  readonly max: number | null
}

type Bound = 'min' | 'max'

/** Part of a text: an amount with its currency, or a run of other characters. */
interface Part {
  /** `#` for an amount. */
  readonly label: string
  readonly amount: number | undefined
  readonly start: number
  readonly end: number
}

/** Less is no price of knitwear, but an age or a size: `under 2 years`. */
const lowestAmount = 100

/** As many digits as the parameters of a price have. */
const highestAmount = 9_999_999_999

const afterAmounts = new Set(['/', '/-', '/=', '.', ',', ';', '!', '?'])

/** After an amount that is no price. Without `in` and `m`, which are also a preposition and a size. */
const units = new Set(['mm', 'cm', 'metres', 'meters', 'inch', 'inches', 'g', 'kg', 'grams', 'ply', 'months', 'years'])

/** As many as any phrase has. */
const maxParts = 5

/** The bounds that a phrase says, in the order of its amounts, of which each is `#`. Pure: browsers need none of them. */
const boundsOf = /* @__PURE__ */ createPhrases()

/** Words before a phrase that belong to it. */
const leads = new Set(['for', 'price', 'priced', 'cost', 'costs', 'costing'])

/**
 * Reads phrases such as `under 20000`, `between Rs 5,000 and 10k`, `30000ට අඩු` and `20000க்குள்`. Of two that say the same
 * bound, the last one counts. What is left may be a phrase again.
 *
 * @param words folded.
 */
export function readPriceWords(words: string): PriceWords {
  const parts = partsOf(words)
  const found: Record<Bound, number | null> = { min: null, max: null }
  const left: string[] = []
  let end = 0
  for (let at = 0; at < parts.length; at++) {
    const phrase = phraseAt(parts, at, words)
    if (phrase === undefined) continue
    for (const [bound, amount] of phrase.bounds) found[bound] = amount
    left.push(words.slice(end, phrase.start).trim())
    end = phrase.end
    at += phrase.length - 1
  }
  left.push(words.slice(end).trim())
  return { words: left.filter((text) => text !== '').join(' '), ...found }
}

/** The longest phrase of whole words that begins with this part. */
function phraseAt(parts: readonly Part[], at: number, words: string) {
  for (let length = Math.min(maxParts, parts.length - at); length >= 2; length--) {
    const said = parts.slice(at, at + length)
    const bounds = boundsOf.get(said.map(({ label }) => label).join(' '))
    const amounts = said.flatMap(({ amount }) => amount ?? [])
    const { start } = parts[leads.has(parts[at - 1]?.label ?? '') ? at - 1 : at] ?? { start: 0 }
    const { end } = said.at(-1) ?? { end: 0 }
    if (bounds === undefined || amounts.length !== bounds.length) continue
    const isWhole = [words[start - 1] ?? ' ', words[end] ?? ' '].every((next) => next === ' ')
    // Then no shorter one is meant either: `from 100` of `from 100 to 200 g`.
    if (!isWhole || isUnit(parts[at + length]?.label ?? '')) return undefined
    amounts.sort((one, other) => one - other)
    return { start, end, length, bounds: bounds.map((bound, index) => [bound, amounts[index] ?? null] as const) }
  }
  return undefined
}

function partsOf(words: string): Part[] {
  const parts: Part[] = []
  for (const { 0: text, index: start } of words.matchAll(/[0-9][0-9,]*(?:\.00)?k?|[,;!?]|[^\s0-9,;!?]+/g)) {
    const last = parts.at(-1)
    const amount = amountOf(text)
    const part = { label: amount === undefined ? text : '#', amount, start, end: start + text.length }
    const isOfLast = last?.amount !== undefined && (isCurrency(text) || afterAmounts.has(text))
    if (last && isOfLast) parts.splice(-1, 1, { ...last, end: part.end })
    else if (last && amount !== undefined && isCurrency(last.label)) parts.splice(-1, 1, { ...part, start: last.start })
    else parts.push(part)
  }
  return parts
}

function isUnit(text: string): boolean {
  return units.has(text.endsWith('.') ? text.slice(0, -1) : text)
}

function amountOf(text: string): number | undefined {
  if (!/^[0-9]/.test(text)) return undefined
  const number = Number(text.replaceAll(/,|k/g, '')) * (text.endsWith('k') ? 1_000 : 1)
  return number >= lowestAmount && number <= highestAmount ? number : undefined
}

function createPhrases(): ReadonlyMap<string, readonly Bound[]> {
  const tamilTo = ['க்கு', 'க்குக்', 'க்கும்', 'ரூபாவுக்கு', 'ரூபாய்க்கு']
  const tamilBelow = ['கீழ்', 'கீழே', 'குறைவு', 'குறைவாக', 'குறைவான', 'குறைந்த']
  const tamilAbove = ['மேல்', 'மேலே', 'மேற்பட்ட', 'அதிகம்', 'அதிகமாக', 'அதிகமான']
  const max = [
    ...['under', 'below', 'within', 'up to', 'upto', 'at most', 'max', 'maximum'].map((word) => `${word} #`),
    ...['less', 'lower', 'cheaper', 'no more', 'not more'].map((word) => `${word} than #`),
    ...['or less', 'or under', 'or below', 'and under', 'and below'].map((words) => `# ${words}`),
    ...['අඩු', 'අඩුවෙන්', 'පහළ', 'පහල', 'යට'].flatMap((word) => [`# ට ${word}`, `# ට වඩා ${word}`]),
    ...tamilTo.flatMap((to) => tamilBelow.map((word) => `# ${to} ${word}`)),
    ...['දක්වා', 'க்குள்', 'ரூபாய்க்குள்', 'ரூபாவுக்குள்', 'வரை'].map((word) => `# ${word}`),
  ]
  const min = [
    ...['over', 'above', 'from', 'at least', 'min', 'minimum', 'more than'].map((word) => `${word} #`),
    ...['or more', 'or over', 'or above', 'and over', 'and above', 'and up'].map((words) => `# ${words}`),
    ...['වැඩි', 'වැඩියෙන්', 'ඉහළ', 'ඉහල'].flatMap((word) => [`# ට ${word}`, `# ට වඩා ${word}`]),
    ...tamilTo.flatMap((to) => tamilAbove.map((word) => `# ${to} ${word}`)),
    ...['සිට', 'முதல்'].map((word) => `# ${word}`),
  ]
  const ranges = [
    ...['between', 'from'].flatMap((word) => ['and', 'to', '-', '–'].map((to) => `${word} # ${to} #`)),
    ...['# ත් # ත්', '# සහ #', '# හා #', '# - #'].map((two) => `${two} අතර`),
    ...['இடையில்', 'இடையே', 'இடைப்பட்ட'].map((word) => `# க்கும் # க்கும் ${word}`),
    '# සිට # දක්වා',
    '# முதல் # வரை',
  ]
  const phrases = [
    [ranges, ['min', 'max']],
    [max, ['max']],
    [min, ['min']],
  ] as const
  return new Map(phrases.flatMap(([texts, bounds]) => texts.map((text) => [text, bounds] as const)))
}
