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
  visit(parse(html), (element) => elements.push(element))
  return elements
}

/** The elements of a page's main part, in order. */
export function readMain(html: string): PageElement[] {
  const elements: PageElement[] = []
  visit(parse(html), ({ name }, content) => {
    if (name === 'main') visit(content, (element) => elements.push(element))
  })
  return elements
}

function visit(
  parent: Tree.ParentNode,
  take: (element: PageElement, content: Tree.ParentNode) => void,
  isInHead = false,
): void {
  for (const node of parent.childNodes) {
    if (!('attrs' in node)) continue
    const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]))
    const text = node.childNodes.map((child) => ('value' in child ? child.value : '')).join('')
    take({ name: node.tagName, attributes, text, isInHead }, node)
    visit(node, take, isInHead || node.tagName === 'head')
  }
}
