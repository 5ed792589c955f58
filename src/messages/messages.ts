/**
 * Every word that a person can see, by the place where it is seen. Another language is another module of this shape.
 * The texts of the specification's sections 2, 5 and 8 stand here to the letter.
 */
export * from './emails.ts'
export * from './link-preview.ts'
export * from './item-editor.ts'
export * from './error-texts.ts'
export * from './shop-pages.ts'
export * from './sign-in.ts'
