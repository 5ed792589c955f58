import { parse } from 'parse5'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'

import { linkRules } from '../domain/link-preview.ts'

/** What a page says of itself in its `<head>`. */
export interface PageHead {
  /** Whether it ends within what WhatsApp reads. */
  readonly isWhole: boolean
  /** The `content` of each `<meta property="…">`, by that property, in the page's order. */
  readonly properties: ReadonlyMap<string, readonly string[]>
  /** The `href` of `<link rel="canonical">`. */
  readonly canonical: string | undefined
}

/**
 * Reads a page's head as a browser does (the HTML standard's own way, by parse5): what an element that belongs in the body
 * has pushed out of the head is not in it, wherever `</head>` stands.
 *
 * @param page the bytes as they were served; of those, WhatsApp reads the first {@link linkRules.pageBytes}.
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

/** The standard gives every document both, whether they are written or not. */
function childOf(parent: Tree.ParentNode | undefined, name: string): Tree.Element | undefined {
  return parent?.childNodes.find((node) => node.nodeName === name) as Tree.Element | undefined
}

function attributeOf({ attrs }: Tree.Element, name: string): string | undefined {
  return attrs.find((attribute) => attribute.name === name)?.value
}
