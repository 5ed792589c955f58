/** Texts of as many characters have room in two lines of the narrowest card. */
const uncutLength = 24

/**
 * The class of a text that is cut, for the eye only, after two lines of a card. Short texts have none: each makes a layer of its
 * own to paint.
 */
export function cutClass({ length }: string): string | undefined {
  return length > uncutLength ? 'cut' : undefined
}
