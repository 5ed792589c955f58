import { contact, flag, optional, required, text, weeks, type TextField } from './field-kinds.ts'
import { absentValues, type Field, type FieldTable, type ValuesOf } from './field-table.ts'
import { focusField } from './focus.ts'
import { parsePrice } from './money.ts'
import { isImageUrl, parsePhotoIds, readPhotos, type Photo } from './photo.ts'

const price: Field<number | null> = {
  ...optional<number>({
    check: (value) => (typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined),
    problem: { code: 'notAPrice' },
  }),
  parse: parsePrice,
}

/** Clients send ids; whether these photos exist, the caller checks. */
const photos: Field<readonly Photo[], readonly string[]> = {
  absent: [],
  parse: (input) => parsePhotoIds(input ?? []),
  read(stored) {
    const value = readPhotos(stored ?? [])
    return { value: value ?? [], isFault: value === undefined }
  },
  format: (value) => value.map(({ id }) => id).join(),
}

const imageUrl = contact(text(2_000, { absent: '' }), {
  code: 'notAnImageUrl',
  convert: (typed) => (isImageUrl(typed) ? typed : undefined),
  isStorable: isImageUrl,
})

/** The fields of the specification, section 3. Every stored item has them. */
export const specifiedFields = {
  title: required(text(120, { absent: '', searched: 1 }), 'titleRequired'),
  tagline: text(200, { absent: '', searched: 3 }),
  /** In LKR, not negative; `null` means "on request". */
  price,
  category: text(60, { absent: 'Knits', searched: 2 }),
  /** An `http:` or `https:` URL, or the path of a photo of this shop, which starts with `/photos/`. */
  imageUrl: required(imageUrl, 'imageRequired'),
  size: text(60, { absent: null, searched: 4 }),
  color: text(60, { absent: null, searched: 4 }),
  description: text(4_000, { absent: null, isMultiline: true, searched: 6 }),
}

/** What an item may say beyond that. Nothing is stored of those that it does not have. */
const detailFields = {
  /** Whether it is made when somebody asks for it. `sold` takes precedence. */
  madeToOrder: flag,
  /** How long it takes to make one. */
  weeksToMake: weeks,
  yarn: text(200, { absent: null, searched: 5 }),
  measurements: text(500, { absent: null, isMultiline: true }),
  washing: text(200, { absent: null }),
  care: text(500, { absent: null, isMultiline: true }),
  focus: focusField,
}

/**
 * The fields of an item, one row for each: types, checks, storage, exports, forms and the index of the search are derived
 * from it. A new one needs no migration: stored items do not have it yet.
 */
export const itemFields = {
  ...specifiedFields,
  ...detailFields,
  /**
   * Up to eight photos, in the owner's order; `imageUrl` is the first one. Or only the remote copy of a picture on another
   * server (see `ownPhotos`). Often empty.
   */
  photos,
} satisfies FieldTable

type ItemFields = ValuesOf<typeof itemFields>

export type FieldName = keyof ItemFields

/** The names of the texts. */
export type TextName = {
  [Name in FieldName]: (typeof itemFields)[Name] extends { max: number } ? Name : never
}[FieldName]

export const textNames = /* @__PURE__ */ Object.keys(itemFields).filter(
  (name) => 'max' in itemFields[name as FieldName],
) as TextName[]

/** The texts that are searched, those that say most of an item first. Those of one rank are one list. */
export const searchedTexts: readonly (readonly TextName[])[] = /* @__PURE__ */ groupByRank()

function groupByRank() {
  const rankOf = (name: TextName) => (itemFields[name] as TextField).searched
  const ranks = new Set(textNames.map(rankOf).filter((rank) => rank !== undefined))
  return [...ranks].toSorted((a, b) => a - b).map((rank) => textNames.filter((name) => rankOf(name) === rank))
}

/** The fields of an item without any value. */
export const noFields: ItemFields = /* @__PURE__ */ absentValues(itemFields)

/** The details of an item that has none. */
export const noDetails = /* @__PURE__ */ absentValues(detailFields)

export function isDetail(name: string): boolean {
  return Object.hasOwn(detailFields, name)
}
