import { runCase, type Facts } from './case.ts'
import { cases } from './cases.ts'
import type { Service } from './service.ts'

/** What the page's script offers to the test that opened it. */
export interface PageScript {
  /** @param index index in `cases`. */
  runCase(index: number, service: Service): Promise<Facts>
}

const pageScript: PageScript = { runCase: (index, service) => runCase(cases[index]!, service) }
Object.assign(globalThis, pageScript)
