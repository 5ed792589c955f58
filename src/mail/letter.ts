import { mail as words, site } from '../messages/messages.ts'

/** What a letter is about, by the `mode` of the link in it. */
export type LetterKind = keyof typeof words.letters

export interface Letter {
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface LetterFields {
  readonly kind: LetterKind
  readonly link: string
  readonly newEmail?: string | undefined
}

/** Writes a letter twice, as plain text and as simple HTML. */
export function writeLetter({ kind, link, newEmail = '' }: LetterFields, shopName: string): Letter {
  const letter = words.letters[kind]
  const body = letter.body(shopName, newEmail)
  return {
    subject: letter.subject(shopName),
    text: [words.greeting, body, link, letter.ending, shopName].join('\n\n').concat('\n'),
    html: toDocument([
      toParagraph(words.greeting),
      toParagraph(body),
      `<p><a href="${escape(link)}">${escape(letter.action)}</a></p>`,
      toParagraph(letter.ending),
      toParagraph(shopName),
    ]),
  }
}

function toDocument(paragraphs: readonly string[]): string {
  return `<!doctype html>\n<html lang="${site.language}">\n<body>\n${paragraphs.join('\n')}\n</body>\n</html>\n`
}

function toParagraph(text: string): string {
  return `<p>${escape(text)}</p>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character)
}
