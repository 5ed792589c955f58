import type { Facts } from './case.ts'
import { cases } from './cases.ts'
import type { Service } from './service.ts'

/** What the page offers to the test. */
export interface InPage {
  /** @param index of a case in `cases`. */
  runCase(index: number, service: Service): Promise<Facts>
}

const inPage: InPage = {
  runCase: async (index, service) => {
    const one = cases[index]
    if (one === undefined) throw new RangeError(`There is no case ${index}.`)
    return one.run(service)
  },
}
Object.assign(globalThis, inPage)
