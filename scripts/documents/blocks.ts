/** A block of shell commands on a Markdown page. */
export interface Block {
  /** Its headings, from the outermost, such as `['A virtual machine', 'Install']`. */
  readonly headings: readonly string[]
  readonly commands: string
}

/** The `sh` blocks of a page, in order. Blocks inside list items lose their indentation. */
export function blocksIn(markdown: string): Block[] {
  const blocks: Block[] = []
  let headings: string[] = []
  let open: { readonly language: string; readonly indent: number; readonly lines: string[] } | undefined
  for (const line of markdown.split('\n')) {
    const [, indent = '', language] = /^( *)```(\w*)$/.exec(line) ?? []
    const [, marks = '', title] = /^(#+) (.+)$/.exec(line) ?? []
    if (open !== undefined && language !== undefined) {
      if (open.language === 'sh') blocks.push({ headings, commands: `${open.lines.join('\n')}\n` })
      open = undefined
    } else if (open !== undefined) open.lines.push(line.slice(open.indent))
    else if (language !== undefined) open = { language, indent: indent.length, lines: [] }
    else if (title !== undefined) headings = [...headings.slice(0, marks.length - 1), title]
  }
  return blocks
}
