import { printTable, type PrintedTable } from './verify/printed-tables.ts'
import { root } from './verify/report.ts'

// `npm run configuration` prints the table of the settings, `npm run languages` the words of grade C.

await printTable(root, process.argv[2] as PrintedTable)
