/**
 * Characters that nobody sees and that deceive: control characters, and those that override or embed a direction of writing
 * (UAX #9, 2.1 and 2.2), which reorder the text around them. Marks of a direction and joiners stay: scripts need them.
 */
const deceptive = /[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]/gu

/** What is not left as it is. Most texts have none of it. */
const unclean = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u

/** A character that can be seen. Empty, or of blanks, joiners and fillers alone, is a text without one. (UAX #44) */
const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{C}\u2800]/u

const lineBreak = /\r\n?|[\v\f\u0085\u2028\u2029]/g

/**
 * A text as it is stored and shown: trimmed, without deceptive characters and lone surrogates; empty if nothing of it can be
 * seen. Line breaks become `\n`, or spaces in a text of one line.
 */
export function cleanText(text: string, keepsLines = false): string {
  const cleaned = (unclean.test(text) ? replaceUnclean(text, keepsLines) : text).trim()
  return visible.test(cleaned) ? cleaned : ''
}

function replaceUnclean(text: string, keepsLines: boolean): string {
  const lines = text.toWellFormed().replaceAll(lineBreak, '\n').replaceAll('\t', ' ').replaceAll(deceptive, '')
  return keepsLines ? lines : lines.replaceAll(/\n+/g, ' ')
}

/** Shows control characters, of files, pieces and requests, as `\u{1b}`: a terminal would obey them. */
export function escapeControls(text: string): string {
  const toEscape = (character: string) => `\\u{${character.charCodeAt(0).toString(16)}}`
  return text.replaceAll(/[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu, toEscape)
}
