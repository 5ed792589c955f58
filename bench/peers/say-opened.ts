/** Prints the line by which `startShop` knows that a server is open. */
export function sayOpened(): void {
  const url = `http://127.0.0.1:${process.env['PORT']}`
  process.stdout.write(`${JSON.stringify({ url, msg: 'the shop is open' })}\n`)
}
