import { fill } from '../domain/template.ts'
import { mail as words, site } from '../messages/messages.ts'

interface EmailContent {
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface EmailFields {
  /** What it is about: the `mode` of the link in it. */
  readonly kind: keyof typeof words.letters
  readonly link: string
  /** The new address of an account, for e-mails about a change of address. */
  readonly newEmail?: string | undefined
  /** What was changed, for a notice to owners. */
  readonly text?: string
}

/** Renders an e-mail as plain text and as simple HTML. */
export function renderEmail({ kind, link, newEmail = '', text = '' }: EmailFields, shopName: string): EmailContent {
  const template = words.letters[kind]
  const body = fill(template.body, { shop: shopName, text, newEmail })
  return {
    subject: fill(template.subject, { shop: shopName }),
    text: [words.greeting, body, link, template.ending, shopName].join('\n\n').concat('\n'),
    html: toDocument([
      toParagraph(words.greeting),
      toParagraph(body),
      `<p><a href="${escape(link)}">${escape(template.action)}</a></p>`,
      toParagraph(template.ending),
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
