import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'

import { linkRules } from '../domain/link-preview.ts'

/** The parts of a page's `<head>` that link previews use. */
export interface PageHead {
  /** Whether the head ends within the part that WhatsApp reads. */
  readonly isWhole: boolean
  /** The `content` of each `<meta property="…">` with this property, in page order. */
  readonly contentsOf: (property: string) => readonly string[]
  /** The `href` of `<link rel="canonical">`. */
  readonly canonical: string | undefined
}

/**
 * Parses a page's head as a browser does (the HTML standard's algorithm, by parse5): an element that belongs in the
 * body ends the head, wherever `</head>` is.
 *
 * @param page as served; WhatsApp reads the first {@link linkRules.pageBytes} bytes.
 */
export function readHead(page: Uint8Array): PageHead {
  const read = page.subarray(0, linkRules.pageBytes)
  const document = parse(new TextDecoder().decode(read), { sourceCodeLocationInfo: true })
  const head = childOf(childOf(document, 'html'), 'head')
  const elements = head?.childNodes.filter((node) => 'attrs' in node) ?? []
  const metas = elements.filter(({ tagName }) => tagName === 'meta')
  const canonical = elements.find((element) => attributeOf(element, 'rel') === 'canonical')
  return {
    isWhole: page.length <= linkRules.pageBytes || head?.sourceCodeLocation?.endTag !== undefined,
    contentsOf: (property) =>
      metas
        .filter((meta) => attributeOf(meta, 'property') === property)
        .map((meta) => attributeOf(meta, 'content')?.trim() ?? ''),
    canonical: canonical && attributeOf(canonical, 'href'),
  }
}

/** Every parsed document has both elements, whether or not they are written. */
function childOf(parent: Tree.ParentNode | undefined, name: string): Tree.Element | undefined {
  return parent?.childNodes.find((node) => node.nodeName === name) as Tree.Element | undefined
}

function attributeOf({ attrs }: Tree.Element, name: string): string | undefined {
  return attrs.find((attribute) => attribute.name === name)?.value
}
