import type { Figure } from './figure.ts'

/** Formats the figures as a Markdown table. */
export function formatTable(figures: readonly Figure[]): string {
  return formatRows([
    ['', 'what', 'measured', 'peer', 'target'],
    ...figures.map(({ what, measured, peer = '', target, isMet }) => [isMet ? '✓' : '✗', what, measured, peer, target]),
  ])
}

/** Formats rows as a Markdown table with aligned columns. The first row has the headings. */
export function formatRows([headings = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, column) =>
    Math.max(...[heading, ...rows.map((row) => row[column] ?? '')].map(length)),
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - length(cell))).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [line(headings), rule, ...rows.map(line)].join('\n')
}

function length(text: string): number {
  return Array.from(text).length
}
