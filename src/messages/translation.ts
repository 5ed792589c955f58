/** A template in another language: it has the placeholders of the English one, in any order. */
type TranslationOf<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? `${string}{${Name}}${string}` & TranslationOf<Rest>
  : string

/** Texts in another language: a missing text, and one without a placeholder of the English text, are errors of types. */
export type Translation<Texts> = Texts extends string
  ? TranslationOf<Texts>
  : { readonly [Key in keyof Texts]: Translation<Texts[Key]> }

/**
 * How sure a translation is. A: an established localisation of other software has it for the same meaning. B: put together from
 * such terms and patterns. C: own wording, to be checked by a native reader.
 */
export type Grade = 'A' | 'B' | 'C'

/** A grade for every text. */
export type GradesOf<Texts> = Texts extends string ? Grade : { readonly [Key in keyof Texts]: GradesOf<Texts[Key]> }
