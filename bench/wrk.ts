import { cores, findProgram, runProgram } from './program.ts'

/** Asks a page of this machine for `seconds` over 64 kept connections. @returns answers a second. */
export async function askForPage(port: number, seconds: number): Promise<number> {
  const wrk = findProgram(['wrk'], 'wrk')
  const header = ['-H', 'Accept-Encoding: br']
  const args = ['-t1', '-c64', `-d${seconds}s`, ...header, `http://127.0.0.1:${port}/`]
  const report = await runProgram(wrk, args, { core: cores.asking })
  const failures = /Non-2xx|Socket errors/.exec(report)
  const rate = Number(/Requests\/sec: +([\d.]+)/.exec(report)?.[1])
  if (failures || !(rate > 0)) throw new Error(`Not every request was answered:\n${report}`)
  return rate
}
