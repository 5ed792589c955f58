import { addItems } from '../../../test/kit/api-client.ts'
import { startBrowser } from '../../browser/browser.ts'
import { openPage } from '../../clients/visitor.ts'
import { newItems } from '../../data/items.ts'
import { savePhotos } from '../../data/photos.ts'
import { milliseconds, type Figure } from '../../report/figure.ts'
import { alternate, median } from '../../report/statistics.ts'
import { startShop } from '../../servers/shop.ts'
import { visitPage, type Visit } from '../pages/first-visit.ts'

const rounds = 9
const maxRatio = 1.1

/** The first visit of `/pieces` with 24 items on a slow phone. Peer: the home page of the same shop. */
export async function measurePiecesVisit(): Promise<Figure[]> {
  await using shop = await startShop({ isPublic: true, isMeasured: true })
  await savePhotos(shop.dataDir)
  await addItems(shop.url, newItems())
  await using browser = await startBrowser()
  const paths = ['/', '/pieces']
  for (const path of paths) await openPage(shop.port, path)
  const runs = await alternate(rounds, paths, (path) => visitPage(browser, shop.port, path))
  const [home = [], pieces = []] = paths.map((path) => runs.get(path))
  const compare = (what: string, figure: keyof Visit): Figure => {
    const ratio = median(pieces.map((one, round) => one[figure] / (home[round]?.[figure] ?? Number.NaN)))
    return {
      what,
      measured: `${ratio.toFixed(2)} of it: ${milliseconds(median(pieces.map((one) => one[figure])))}`,
      peer: `the home page ${milliseconds(median(home.map((one) => one[figure])))}`,
      target: `≤ ${maxRatio} of it`,
      isMet: ratio <= maxRatio,
    }
  }
  return [
    compare('first visit of /pieces on a slow phone: first contentful paint', 'firstPaintMs'),
    compare('… largest contentful paint', 'largestPaintMs'),
    {
      what: '… layout shift, maximum',
      measured: Math.max(...pieces.map(({ shift }) => shift)).toFixed(3),
      target: '0',
      isMet: pieces.every(({ shift }) => shift === 0),
    },
  ]
}
