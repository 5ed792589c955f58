/**
 * All visible texts, by where they are shown, as templates that `fill` fills in. The texts of the specification's sections
 * 2, 5 and 8 are here to the letter; `docs/languages.md` has the changes of the others.
 */
export * from './emails.ts'
export * from './link-preview.ts'
export * from './item-editor.ts'
export * from './error-texts.ts'
export * from './pieces.ts'
export * from './shop-pages.ts'
export * from './shop-settings.ts'
export * from './sign-in.ts'
