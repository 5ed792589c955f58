import { measureBudgets } from './measurements/pages/sizes.ts'
import { kilobytes } from './report/figure.ts'

// Fails if a page loads more bytes than its budget.
const exceeded = (await measureBudgets()).filter(({ bytes, maxBytes }) => bytes > maxBytes)
for (const { what, bytes, maxBytes } of exceeded) {
  process.stderr.write(
    `Too large: ${what}: ${kilobytes(bytes)} (${bytes} bytes), ${bytes - maxBytes} bytes over the budget of ${maxBytes} bytes.\n`,
  )
}
if (exceeded.length > 0) process.exitCode = 1
else process.stdout.write('Every page is within its budget.\n')
