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

/**
 * All texts of a page, shown or not, also of attributes and those for scripts and for browsers without any. Links and marks
 * belong to the text around them.
 */
export function readTexts(html: string): string[] {
  const texts: (string | undefined)[] = []
  visit(parse(html, { scriptingEnabled: false }), ({ name, attributes, isInHead }, content) => {
    if (isInHead ? name !== 'title' : ['script', 'style', 'mark'].includes(name)) return
    if (name === 'body') {
      texts.push(...Object.keys(attributes).map((key) => (key.startsWith('data-') ? attributes[key] : undefined)))
    }
    if (hasText(content)) texts.push(textOf(content))
    texts.push(...['title', 'alt', 'aria-label', 'placeholder'].map((key) => attributes[key]))
  })
  return texts.map((text = '') => text.trim()).filter((text) => text !== '')
}

/** Whether an element has a text of its own, also a marked one. */
function hasText(element: Tree.ParentNode): boolean {
  return element.childNodes.some((child) => {
    if ('value' in child) return child.value.trim() !== ''
    return 'tagName' in child && child.tagName === 'mark' && hasText(child)
  })
}

function textOf(parent: Tree.ParentNode): string {
  return parent.childNodes
    .map((child) => ('value' in child ? child.value : 'childNodes' in child ? textOf(child) : ''))
    .join('')
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
