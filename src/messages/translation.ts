/** A template in another language: it has the placeholders of the English one, in any order. */
type TranslationOf<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? `${string}{${Name}}${string}` & TranslationOf<Rest>
  : string

/** Texts in another language: a missing text, and one without a placeholder of the English text, are errors of types. */
export type Translation<Texts> = Texts extends string
  ? TranslationOf<Texts>
  : { readonly [Key in keyof Texts]: Translation<Texts[Key]> }
