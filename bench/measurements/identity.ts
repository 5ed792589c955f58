import { call } from '../../test/emulator/client.ts'
import { startGoogles, startOurs } from '../../test/emulator/service.ts'
import type { Service } from '../../test/emulator/service.ts'
import { installPackages } from '../../test/fixtures/install-packages.ts'
import { milliseconds, perSecond } from '../figure.ts'
import type { Figure } from '../figure.ts'
import { runClient } from '../program.ts'
import { alternate, median } from '../statistics.ts'

const rounds = 5
const seconds = 3
const atOnce = 16

interface Run {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

/**
 * Anonymous sign-ups, signed and durable, and refreshes, beside Google's Auth emulator, which signs nothing and keeps
 * all in memory. Both are the processes that the conformance tests ask.
 */
export async function measureIdentity(): Promise<Figure[]> {
  await installPackages('test/emulator')
  await using ours = await startOurs()
  await using googles = await startGoogles()
  return [
    ...(await compare('signUp', 'anonymous sign-ups', ours, googles)),
    ...(await compare('refresh', 'refreshes', ours, googles)),
  ]
}

async function compare(kind: 'signUp' | 'refresh', what: string, ours: Service, googles: Service): Promise<Figure[]> {
  const tokens = new Map([
    [ours, await refreshTokenOf(ours)],
    [googles, await refreshTokenOf(googles)],
  ])
  const run = (service: Service) => {
    const { port } = new URL(service.origin)
    return runClient<Run>('ask-identity.ts', [kind, tokens.get(service) ?? '', port, atOnce, seconds])
  }
  await run(ours)
  await run(googles)
  const runs = await alternate(rounds, [ours, googles], run)
  const middle = (service: Service, figure: keyof Run) => median((runs.get(service) ?? []).map((one) => one[figure]))
  const ratio = middle(ours, 'perSecond') / middle(googles, 'perSecond')
  return [
    {
      what: `${what}, ${atOnce} at once`,
      measured: `${perSecond(middle(ours, 'perSecond'))} (${ratio.toFixed(2)} of the peer)`,
      peer: `Google's emulator ${perSecond(middle(googles, 'perSecond'))}`,
      target: '≥ 1.0 of the emulator',
      isMet: ratio >= 1,
    },
    {
      what: '… the slowest in a hundred (median)',
      measured: `${milliseconds(middle(ours, 'p99'))} (${milliseconds(middle(ours, 'p50'))})`,
      peer: `${milliseconds(middle(googles, 'p99'))} (${milliseconds(middle(googles, 'p50'))})`,
      target: 'p99 ≤ the emulator’s',
      isMet: middle(ours, 'p99') <= middle(googles, 'p99'),
    },
  ]
}

async function refreshTokenOf(service: Service): Promise<string> {
  const { body } = await call(service, '/v1/accounts:signUp', { returnSecureToken: true })
  return String(body['refreshToken'])
}
