import type { Figure } from './figure.ts'

const headings = ['', 'what', 'measured', 'peer', 'target']

/** Formats the figures as a Markdown table with aligned columns. */
export function formatTable(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, measured, peer = '', target, isMet }) => [
    isMet ? '✓' : '✗',
    what,
    measured,
    peer,
    target,
  ])
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
