/**
 * Every word that a person can see, by the place where it is seen. Another language is another module of this shape.
 * The texts of the specification's sections 2, 5 and 8 stand here to the letter.
 */
export * from './letters.ts'
export * from './links.ts'
export * from './making-pieces.ts'
export * from './refusals.ts'
export * from './shop-pages.ts'
export * from './signing-in.ts'
