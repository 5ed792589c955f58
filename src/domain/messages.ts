/**
 * Every word that a person can see, by the place where it is seen. Another language is another module of this shape.
 * The texts of the specification's sections 2, 5 and 8 stand here to the letter.
 */
export * from './messages/letters.ts'
export * from './messages/links.ts'
export * from './messages/making-pieces.ts'
export * from './messages/refusals.ts'
export * from './messages/shop-pages.ts'
export * from './messages/signing-in.ts'
