/** The names of the placeholders of a template: `'size'` of `'Size: {size}'`. */
export type PlaceholdersOf<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersOf<Rest>
  : never

/** A text about a number, in the forms of the language's plural rules. */
export interface Plural {
  readonly one: string
  readonly other: string
}

/** Fills in the placeholders of a template. */
export function fill<Template extends string>(
  template: Template,
  values: Readonly<Record<PlaceholdersOf<Template>, string | number>>,
): string {
  return template.replace(/\{(\w+)\}/g, (_, name: keyof typeof values) => String(values[name]))
}

/** The form for a number, which is still to be filled in: one in Sinhala is also the form for 0. */
export function pluralOf<Forms extends Plural>(
  forms: Forms,
  count: number,
  language: string,
): Forms['one'] | Forms['other'] {
  return new Intl.PluralRules(language).select(count) === 'one' ? forms.one : forms.other
}

/** `12500` → `12,500`: in every language, because groups such as `12,50,000` would look like another number. */
export function formatNumber(number: number): string {
  return number.toLocaleString('en')
}
