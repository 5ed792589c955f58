import { addOwner } from '../../test/kit/accounts.ts'
import { repeatUntil, visitHome, type HomeTime } from '../clients/visitor.ts'
import { waitForIdleMachine } from '../machine/idle-machine.ts'
import { runClient } from '../machine/program.ts'
import { median, milliseconds, quantile, toFigure, type Figure } from '../report/figures.ts'
import { startShop, type Server } from '../servers/shop.ts'

const pieces = Number(process.env['ATTACK_PIECES'] ?? 2_000)
const seconds = Number(process.env['ATTACK_SECONDS'] ?? 30)
const owner = { email: 'owner@example.com', password: 'a good password' }

/**
 * What a visitor and the owner notice while strangers in sixteen networks send 50 requests a second: guesses of her password,
 * searches, bodies that do not arrive and live lists. Peer: the same shop before.
 */
export async function measureAttack(): Promise<Figure[]> {
  await using shop = await startShop({ isPublic: true, items: pieces, env: { SHOP_TRUST_PROXY: '1' } })
  await addOwner(shop, owner.email)
  await waitForIdleMachine()
  const browser = { cookie: '' }
  await signIn(shop, browser)

  const quiet = await visit(shop, browser, seconds / 3)
  const [attacked, answers] = await Promise.all([
    visit(shop, browser, seconds),
    runClient<Record<string, number>>('strangers.ts', [shop.port, seconds, owner.email]),
  ])
  process.stderr.write(`The strangers were answered ${JSON.stringify(answers)}.\n`)
  const figure = (what: string, ms: number, before: number, maxMs: number): Figure => ({
    ...toFigure(what, ms, milliseconds, { atMost: maxMs }),
    peer: `before ${milliseconds(before)}`,
  })
  const p50 = ({ pages }: typeof quiet) => median(pages)
  const [p99, signInP99] = [quantile(attacked.pages, 0.99), quantile(attacked.signIns, 0.99)]
  return [
    figure(`cached \`GET /\` under attack, ${pieces} pieces, p50`, p50(attacked), p50(quiet), 3 * p50(quiet)),
    figure('… p99', p99, quantile(quiet.pages, 0.99), 20),
    figure('… the owner signs in from her usual browser, p99', signInP99, quantile(quiet.signIns, 0.99), 2_000),
  ]
}

/** Opens the home page fifty times a second, and signs the owner in once a second: an account may no more than 30 times and then every two seconds. @returns how long each took, in ms. */
async function visit(shop: Server, browser: { cookie: string }, forSeconds: number) {
  const signal = AbortSignal.timeout(forSeconds * 1_000)
  const signIns: number[] = []
  const signInAgain = async () => void signIns.push(await signIn(shop, browser))
  const [homes] = await Promise.all([visitHome(shop, 20, signal), repeatUntil(signal, 1_000, signInAgain)])
  return { pages: homes.map(({ all }: HomeTime) => all), signIns }
}

/** Signs the owner in as her browser does, which keeps the device cookie. @returns how long it took, in ms. */
async function signIn({ url }: Server, browser: { cookie: string }): Promise<number> {
  const startedAt = performance.now()
  const answer = await fetch(`${url}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Sec-Fetch-Site': 'same-origin',
      'X-Forwarded-For': '203.0.113.7',
      ...(browser.cookie !== '' && { Cookie: browser.cookie }),
    },
    body: JSON.stringify({ ...owner, returnSecureToken: true }),
  })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`The owner cannot sign in: ${answer.status} ${text}`)
  browser.cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? browser.cookie
  return performance.now() - startedAt
}
