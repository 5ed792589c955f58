import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'

/** An element of a page, as a browser that runs no script has it. */
export interface PageElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  /** The text directly in it. */
  readonly text: string
  readonly isInHead: boolean
}

/** All elements of a page, in order: parsed as the HTML standard says, so that markup in a text shows up as elements. */
export function readElements(html: string): PageElement[] {
  const elements: PageElement[] = []
  const visit = (parent: Tree.ParentNode, isInHead: boolean) => {
    for (const node of parent.childNodes) {
      if (!('attrs' in node)) continue
      const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]))
      const text = node.childNodes.map((child) => ('value' in child ? child.value : '')).join('')
      elements.push({ name: node.tagName, attributes, text, isInHead })
      visit(node, isInHead || node.tagName === 'head')
    }
  }
  visit(parse(html), false)
  return elements
}
