import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'

import { linkRules } from '../domain/link-preview.ts'

/** The parts of a page's `<head>` that link previews use. */
export interface PageHead {
  /** Whether the head ends within the part that WhatsApp reads. */
  readonly isWhole: boolean
  /** The `content` of each `<meta property="…">`, by property, in page order. */
  readonly properties: ReadonlyMap<string, readonly string[]>
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
  const properties = new Map<string, string[]>()
  for (const element of elements.filter(({ tagName }) => tagName === 'meta')) {
    const property = attributeOf(element, 'property')
    if (property === undefined) continue
    const contents = properties.get(property) ?? []
    properties.set(property, [...contents, attributeOf(element, 'content')?.trim() ?? ''])
  }
  const canonical = elements.find((element) => attributeOf(element, 'rel') === 'canonical')
  return {
    isWhole: page.length <= linkRules.pageBytes || head?.sourceCodeLocation?.endTag !== undefined,
    properties,
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
