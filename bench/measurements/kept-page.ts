import { perSecond } from '../figure.ts'
import type { Figure } from '../figure.ts'
import { processorSeconds } from '../machine.ts'
import { addPieces } from '../maker.ts'
import { startNginxWith } from '../nginx.ts'
import { cores } from '../program.ts'
import { waitForQuiet } from '../quiet.ts'
import { sendRaw } from '../raw-http.ts'
import { startShop } from '../shop.ts'
import { alternate, median } from '../statistics.ts'
import { askForPage } from '../wrk.ts'

const rounds = 7
const seconds = 3

/** `GET /` of the running shop beside nginx that sends the same bytes from a file, each with one core to itself. */
export async function measureKeptPage(): Promise<Figure[]> {
  await using shop = await startShop({ isPublic: true, core: cores.measured })
  await addPieces(shop.url)
  const page = await sendRaw(shop.port, '/')
  await using nginx = await startNginxWith(page, cores.measured)
  const copy = await sendRaw(nginx.port, '/')
  if (!copy.body.equals(page.body)) throw new Error('nginx does not send what the shop sends.')

  const ask = async ({ port, pid }: { port: number; pid: number }) => {
    const before = processorSeconds(pid)
    const rate = await askForPage(port, seconds)
    return { rate, busy: (processorSeconds(pid) - before) / seconds }
  }
  /** A server that did not have its core to itself says nothing about how fast it is: asked again. */
  const run = async (server: { port: number; pid: number }) => {
    let one = await ask(server)
    for (let again = 0; one.busy < 0.9 && again < 5; again++) {
      await waitForQuiet()
      one = await ask(server)
    }
    return one
  }
  await run(shop)
  await run(nginx)
  const runs = await alternate(rounds, [shop, nginx], run)
  const ours = runs.get(shop) ?? []
  const theirs = runs.get(nginx) ?? []
  const ratio = median(ours.map(({ rate }, round) => rate / (theirs[round]?.rate ?? Number.NaN)))
  const rate = (of: typeof ours) => perSecond(median(of.map((one) => one.rate)))
  const busy = (of: typeof ours) => `${Math.round(median(of.map((one) => one.busy)) * 100)} % of a core`
  return [
    {
      what: `GET / on one core (${page.head.length + page.body.length} bytes; nginx ${copy.head.length + copy.body.length})`,
      measured: `${ratio.toFixed(2)} of nginx: ${rate(ours)} (${busy(ours)})`,
      peer: `nginx ${rate(theirs)} (${busy(theirs)})`,
      target: '≥ 0.6 of nginx',
      isMet: ratio >= 0.6,
    },
  ]
}
